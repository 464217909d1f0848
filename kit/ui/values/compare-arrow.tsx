import './compare-arrow.css'
import { Icon } from '../icon.tsx'
import { attributeWriter, part, textWriter } from '../write.ts'

export type Direction = 'up' | 'down' | 'remain'

/**
 * How a value moved: an arrow (or two bars when it did not), by how much, and the same in words for
 * screen readers.
 */
export function CompareArrow() {
  return (
    <span className="compare" data-part="compare">
      <Icon name="up" size={12} className="compare-up" />
      <Icon name="down" size={12} className="compare-down" />
      <Icon name="remain" size={12} className="compare-remain" />
      <span data-part="compare-amount" aria-hidden="true" />
      <span className="visually-hidden" data-part="compare-words" />
    </span>
  )
}

/** What the arrow shows; `words` says all of it, as "up by 0.4". */
export interface Comparison {
  readonly direction: Direction
  readonly amount: string
  readonly words: string
}

/** Returns what turns the `CompareArrow` inside `root`; null hides it. */
export function mountCompare(root: Element): (comparison: Comparison | null) => void {
  const writeDirection = attributeWriter(part(root, 'compare'), 'data-direction')
  const writeAmount = textWriter(part(root, 'compare-amount'))
  const writeWords = textWriter(part(root, 'compare-words'))
  return (comparison) => {
    writeDirection(comparison?.direction ?? null)
    writeAmount(comparison?.amount ?? '')
    writeWords(comparison?.words ?? '')
  }
}
