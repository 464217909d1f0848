import { LiveElement } from '#kit/ui/live-element.ts'

/** Elements of one kind, as many as are ever needed: none comes or goes. */
export function createPool(count: number) {
  const elements = Array.from({ length: count }, () => new LiveElement())
  return {
    elements,
    draw: (className: string) =>
      elements.map((element, index) => <i key={index} className={className} ref={element.ref} />),
  }
}

/** A share of 1 as a style has it. */
export const percent = (share: number): string => `${(share * 100).toFixed(2)}%`
