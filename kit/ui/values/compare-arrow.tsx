import './compare-arrow.css'
import { Icon } from '../icon.tsx'
import { LiveElement } from '../live-element.ts'

/** What the arrow shows; `words` says all of it, as "up by 0.4". */
export interface Comparison {
  readonly direction: 'up' | 'down' | 'remain'
  readonly amount: string
  readonly words: string
}

/**
 * How a value moved: an arrow (or two bars when it did not), by how much, and the same in words for
 * screen readers. The words are its name and no text: one that nobody sees is laid out with each
 * reading all the same.
 */
export function createCompareArrow() {
  const compare = new LiveElement()
  const amount = new LiveElement()
  return {
    draw: () => (
      <span className="compare" ref={compare.ref}>
        <Icon name="up" size={12} className="compare-up" />
        <Icon name="down" size={12} className="compare-down" />
        <Icon name="remain" size={12} className="compare-remain" />
        <span className="compare-amount" ref={amount.ref} aria-hidden="true" />
      </span>
    ),
    /** `null` hides it. */
    write(comparison: Comparison | null): void {
      compare.attribute('data-direction', comparison?.direction ?? null)
      compare.attribute('role', comparison && 'img')
      compare.attribute('aria-label', comparison?.words ?? null)
      amount.text(comparison?.amount ?? '')
    },
  }
}
