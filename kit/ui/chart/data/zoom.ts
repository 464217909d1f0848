import type { TimeRange } from './model.ts'

/** Shortest range that a zoom shows, ms. */
export const shortestZoomMs = 1000

export const isSameRange = (one: TimeRange, other: TimeRange): boolean =>
  one.from === other.from && one.to === other.to

/** Whether only a part of `whole` is shown. */
export const isPartOf = (range: TimeRange, whole: TimeRange): boolean =>
  range.from > whole.from || range.to < whole.to
