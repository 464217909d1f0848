import type { ActionName } from './toolbar-actions.ts'

/** Line drawings like those of `#kit/ui/icon.tsx`; they come with the editor. */
const paths: Readonly<Record<ActionName | 'link' | 'image', string>> = {
  strong: 'M4.5 2.5h4a2.7 2.7 0 0 1 0 5.4h-4zM4.5 7.9h4.6a2.8 2.8 0 0 1 0 5.6H4.5z',
  em: 'M6.5 2.5h5M4.5 13.5h5M9.5 2.5l-3 11',
  code: 'M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5',
  heading2: 'M2 3v10M7.5 3v10M2 8h5.5M10.5 8.6c.3-2 3.5-1.9 3.5.2 0 1.4-2.4 2.5-3.5 4.2H14',
  heading3: 'M2 3v10M7.5 3v10M2 8h5.5M10.5 7h3.2l-2 2.3c3.2.1 2.8 4.4-1.2 3.4',
  bullets: 'M6 4h8M6 8h8M6 12h8M2.5 4h.01M2.5 8h.01M2.5 12h.01',
  numbers: 'M6.5 4H14M6.5 8H14M6.5 12H14M2 3l1-.7v3.4M1.8 9.3c1.5-1.2 2.6.2.1 2.9H4',
  quote:
    'M2.5 9.5V7.8A3.3 3.3 0 0 1 5.8 4.5M2.5 9.5h3.3v2.5H2.5z' +
    'M9.5 9.5V7.8a3.3 3.3 0 0 1 3.3-3.3M9.5 9.5h3.3v2.5H9.5z',
  codeBlock: 'M2 2.5h12v11H2zM6.5 6 4.5 8l2 2M9.5 6l2 2-2 2',
  rule: 'M2 8h12M4 4.5h8M4 11.5h8',
  undo: 'M5.5 3 2.5 6l3 3M2.5 6h7a3.5 3.5 0 0 1 0 7H6',
  redo: 'M10.5 3l3 3-3 3M13.5 6h-7a3.5 3.5 0 0 0 0 7H10',
  link:
    'M6.5 9.5l3-3M5 7.5 3.2 9.3a2.5 2.5 0 0 0 3.5 3.5L8.5 11' +
    'M7.5 5l1.8-1.8a2.5 2.5 0 0 1 3.5 3.5L11 8.5',
  image: 'M2 3h12v10H2zM2 11l3.5-3.5L8.5 11l2-2 3.5 3M10.5 6h.01',
}

export function ToolbarIcon({ name }: { readonly name: keyof typeof paths }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
