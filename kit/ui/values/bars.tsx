import './bars.css'
import { attributeWriter, part } from '../write.ts'

const tall = 100
const step = 10
const gap = 1.5

/**
 * Small bars without axes, the last one strong: it is still growing. Hidden from screen readers.
 */
export function Bars({ count }: { readonly count: number }) {
  return (
    <svg
      className="bars"
      viewBox={`0 0 ${count * step} ${tall}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className="bars-past" data-part="bars-past" />
      <path className="bars-now" data-part="bars-now" />
    </svg>
  )
}

/**
 * Returns what draws the `Bars` inside `root`: one for each amount (null: not known), as tall as
 * its share of the greatest.
 */
export function mountBars(root: Element): (amounts: readonly (number | null)[]) => void {
  const writePast = attributeWriter(part<SVGPathElement>(root, 'bars-past'), 'd')
  const writeNow = attributeWriter(part<SVGPathElement>(root, 'bars-now'), 'd')
  return (amounts) => {
    const greatest = Math.max(0, ...amounts.map((amount) => amount ?? 0))
    const bars = amounts.map((amount, index) => {
      const height = Math.max(2, amount === null || greatest === 0 ? 0 : (amount / greatest) * tall)
      return `M${index * step} ${tall}v${(-height).toFixed(1)}h${step - gap}V${tall}z`
    })
    writeNow(bars.pop() ?? '')
    writePast(bars.join(''))
  }
}
