import { comparedExtremes, type Comparison } from '../data/comparison.ts'
import type { ChartLevel } from '../data/levels.ts'
import type { ChartData, ChartFormat, TimeRange } from '../data/model.ts'
import { nearestEntry, type Entries } from '../data/series.ts'
import type { ChartSpan } from '../data/spans.ts'
import { extremesWithin, valueRange, type Limits } from '../data/value-range.ts'

/** The value axis that a curve belongs to: 0 the left one, 1 the right one. */
export type Side = 0 | 1

/** A curve of one sensor among others. */
export interface GroupCurve {
  readonly data: ChartData
  readonly side: Side
  /** Name of its colour token, and the dashes of its line in CSS pixels. */
  readonly pen: string
  readonly dash: readonly number[]
  /** The same sensor in an earlier period. */
  readonly comparison: Comparison | null
  /** Drawn while the curve is emphasised. */
  readonly limits: Limits
  /** The same for what features have to say of values. */
  readonly levels: readonly ChartLevel[]
}

/** All that one drawing of several curves depends on, besides its size and its colours. */
export interface GroupPicture {
  readonly curves: readonly GroupCurve[]
  readonly range: TimeRange
  /** Of the left and the right axis; null: there is no right one. */
  readonly valueRanges: readonly [ValueRange, ValueRange | null]
  /** Silence of all curves at once. */
  readonly gaps: readonly TimeRange[]
  readonly gapName: string
  /** The curve that stands out, by its index. */
  readonly emphasis: number | null
  readonly format: Pick<ChartFormat, 'offsetAt' | 'tick' | 'moment' | 'axisValue'>
  readonly spans: readonly ChartSpan[]
  readonly chosenSpan: string | null
}
export type ValueRange = readonly [low: number, high: number]

/** `hasRight`: whether there is a right axis, though its curves may not be there yet. */
export function groupPicture({
  hasRight,
  ...rest
}: Omit<GroupPicture, 'valueRanges' | 'gaps'> & { readonly hasRight: boolean }): GroupPicture {
  const { curves, range } = rest
  const rangeOf = (side: Side) =>
    valueRangeOf(
      curves.filter((curve) => curve.side === side),
      range,
    )
  return {
    ...rest,
    valueRanges: [rangeOf(0), hasRight ? rangeOf(1) : null],
    gaps: commonSpans(curves.map(({ data }) => data.gaps)),
  }
}

function valueRangeOf(curves: readonly GroupCurve[], { from, to }: TimeRange): ValueRange {
  const found = curves
    .flatMap(({ data, comparison }) => [
      extremesWithin(data.entries, from, to),
      comparison && comparedExtremes(comparison, { from, to }),
    ])
    .filter((extremes) => extremes !== null)
  const extremes =
    found.length === 0
      ? null
      : {
          minimum: Math.min(...found.map(({ minimum }) => minimum)),
          maximum: Math.max(...found.map(({ maximum }) => maximum)),
        }
  // A limit of one curve would flatten the others: only those that lie within the data are shown.
  return valueRange(extremes, { lower: null, upper: null })
}

/**
 * The spans of time that lie in one of each list. Each list is in the order of time, and none of
 * its spans overlap; so is the result. Nothing is common to no lists.
 */
export function commonSpans(lists: readonly (readonly TimeRange[])[]): TimeRange[] {
  const [first = [], ...others] = lists.map((list) => list.map(({ from, to }) => ({ from, to })))
  return others.reduce(commonOfTwo, first)
}

function commonOfTwo(one: readonly TimeRange[], other: readonly TimeRange[]): TimeRange[] {
  const common: TimeRange[] = []
  let [here, there] = [one[0], other[0]]
  for (let [index, next] = [0, 0]; here && there;) {
    const from = Math.max(here.from, there.from)
    const to = Math.min(here.to, there.to)
    if (from < to) common.push({ from, to })
    if (here.to < there.to) here = one[++index]
    else there = other[++next]
  }
  return common
}

/**
 * The entry of a curve at a time: the nearest one. Null where the curve has nothing to say: before
 * its first and after its last entry in the picture, and in its gaps.
 */
export function entryAt({ marked, gaps }: ChartData, time: number): number | null {
  const index = nearestEntry(marked, time)
  if (index === null || gaps.some(({ from, to }) => from < time && time < to)) return null
  const isWithin = startOf(marked) <= time && time <= endOf(marked)
  return isWithin ? index : null
}

const startOf = ({ firstTime }: Entries) => firstTime[0] ?? Infinity
const endOf = ({ lastTime }: Entries) => lastTime.at(-1) ?? -Infinity
