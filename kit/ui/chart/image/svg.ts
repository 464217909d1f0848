import { textWidth } from '#kit/model/text/text-width.ts'

/** A piece of SVG that is safe to be in a document: made by the functions of this file alone. */
export class SvgPart {
  readonly text: string
  /** For this file. */
  constructor(text: string) {
    this.text = text
  }
}

const entities: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
}

/** What XML cannot hold at all. */
// oxlint-disable-next-line no-control-regex
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** Text as XML writes it, in content and in attributes. */
export function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(unwritable, '\ufffd')
    .replaceAll(/[&<>"']/g, (each) => entities[each] ?? '')
}

export type Attributes = Readonly<Record<string, string | number | undefined>>

/** An element; strings among its content are text. */
export function svg(
  name: string,
  attributes: Attributes,
  ...content: readonly (SvgPart | string)[]
): SvgPart {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escaped(short(value ?? ''))}"`)
    .join('')
  const inner = content
    .map((part) => (part instanceof SvgPart ? part.text : escaped(part)))
    .join('')
  return new SvgPart(
    inner === '' ? `<${name}${written}/>` : `<${name}${written}>${inner}</${name}>`,
  )
}

/** A hundredth of a pixel cannot be seen. */
const short = (value: string | number): string =>
  typeof value === 'number' ? String(Math.round(value * 100) / 100) : value

/** A text in lines no wider than `width`; words that are wider are broken. */
export function wrapped(text: string, size: number, width: number): string[] {
  const lines: string[] = []
  for (const paragraph of text.split('\n')) {
    let line = ''
    for (const piece of paragraph.match(/\S+\s*/gu) ?? []) {
      if (textWidth(line + piece.trimEnd(), size) <= width) line += piece
      else if (textWidth(piece, size) <= width) {
        if (line !== '') lines.push(line.trimEnd())
        line = piece
      } else
        for (const each of piece) {
          if (textWidth(line + each, size) > width) {
            lines.push(line)
            line = ''
          }
          line += each
        }
    }
    lines.push(line.trimEnd())
  }
  return lines
}

/** As much of a text as fits, with an ellipsis where letters are missing; nothing without room. */
export function shortened(text: string, width: number, size: number): string {
  if (textWidth(text, size) <= width) return text
  const letters = Array.from(text.slice(0, Math.max(0, Math.ceil(width))))
  while (letters.length > 0 && textWidth(`${letters.join('')}…`, size) > width) letters.pop()
  return letters.length === 0 ? '' : `${letters.join('').trimEnd()}…`
}
