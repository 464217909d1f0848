import './bars.css'
import { LiveElement } from '../live-element.ts'

const tall = 100
const step = 10
const gap = 1.5

/**
 * Small bars without axes, the last one strong: it is still growing. Hidden from screen readers.
 */
export function createBars(count: number) {
  const past = new LiveElement<SVGPathElement>()
  const present = new LiveElement<SVGPathElement>()
  return {
    draw: () => (
      <svg
        className="bars"
        viewBox={`0 0 ${count * step} ${tall}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path className="bars-past" ref={past.ref} />
        <path className="bars-now" ref={present.ref} />
      </svg>
    ),
    /** Oldest first, as many as `count`; null: not known. The maximum has the drawing's height. */
    write(amounts: readonly (number | null)[]): void {
      const maximum = Math.max(0, ...amounts.map((amount) => amount ?? 0))
      const bars = amounts.map((amount, index) => {
        const height = Math.max(2, amount === null || maximum === 0 ? 0 : (amount / maximum) * tall)
        return `M${index * step} ${tall}v${(-height).toFixed(1)}h${step - gap}V${tall}z`
      })
      present.attribute('d', bars.pop() ?? '')
      past.attribute('d', bars.join(''))
    },
  }
}
