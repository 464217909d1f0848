import { maximumBins } from '../../contract/analysis.ts'

/** What decides about the bins of a distribution. */
export interface Spread {
  readonly count: number
  readonly minimum: number
  readonly maximum: number
  readonly lowerQuartile: number
  readonly upperQuartile: number
  /** Of the sensor: bins are no narrower than its last digit. */
  readonly decimals: number
}

/**
 * The edges of bins of equal widths, ascending, one more than there are bins: round numbers, the
 * first at or below the minimum, the last above the maximum. The width is about that of Freedman
 * and Diaconis ("On the histogram as a density estimator: L2 theory", 1981): twice the middle half
 * by the cube root of how many readings there are.
 */
export function binEdges(spread: Spread): readonly number[] {
  const { count, minimum, maximum, lowerQuartile, upperQuartile, decimals } = spread
  const span = maximum - minimum
  // No number says how far the greatest ones are apart.
  if (!(span < Number.MAX_VALUE / 100)) return greatEdges
  const size = Math.max(Math.abs(minimum), Math.abs(maximum))
  if (size > Number.MAX_VALUE / 100) return greatEdges
  const width = roundWidth(
    Math.max(
      (2 * (upperQuartile - lowerQuartile)) / Math.cbrt(count),
      span / (maximumBins - 2),
      10 ** -decimals,
      // Narrower, and neighbouring edges were the same number.
      size * 1e-13,
    ),
  )
  // What was divided may have been rounded over an edge.
  const start = Math.floor(minimum / width.of(1))
  const first = width.of(start) > minimum ? start - 1 : start
  const end = Math.max(first + 1, Math.ceil(maximum / width.of(1)))
  const last = width.of(end) < maximum ? end + 1 : end
  return Array.from({ length: last - first + 1 }, (_, index) => width.of(first + index))
}

const greatEdges = Array.from({ length: 11 }, (_, index) =>
  index === 10 ? Number.MAX_VALUE : (index - 5) * (Number.MAX_VALUE / 5),
)

/** The round width at or above a number; `of`: the edge that is so many widths from zero. */
function roundWidth(minimumWidth: number): { readonly of: (index: number) => number } {
  const exponent = Math.floor(Math.log10(minimumWidth))
  const [factor, power] =
    [1, 2, 2.5, 5]
      .map((each) => [each, exponent] as const)
      .find(([each]) => each * 10 ** exponent >= minimumWidth * (1 - 1e-9)) ??
    ([1, exponent + 1] as const)
  // Read as a decimal number: three times 0.1 is 0.3 then.
  return { of: (index) => Number(`${index * factor}e${power}`) }
}
