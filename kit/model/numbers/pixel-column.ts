/** A span of time (ms UTC, `to` exclusive) drawn on `width` pixels of the screen. */
export interface DrawnRange {
  readonly from: number
  readonly to: number
  readonly width: number
}

const minuteMs = 60_000
/** Where a pixel is at least this long, ms, readings are at the beginning of their minute. */
export const longPixelMs = 10 * minuteMs

/**
 * The pixel column in which a reading is drawn, 0 for the first one. The server puts readings into
 * columns by the same rule (`pixelColumnOf` of history-store.ts): that is why a line through the
 * columns equals the line through all readings. Where a pixel is long, the minute of the reading
 * decides, at most a tenth of a pixel earlier: so minutes need not be taken apart.
 */
export function pixelColumn(time: number, { from, to, width }: DrawnRange): number {
  const isLong = to - from >= longPixelMs * width
  const at = isLong ? Math.floor(time / minuteMs) * minuteMs : time
  const column = Math.floor(((at - from) * width) / (to - from))
  return time >= from ? Math.max(0, column) : column
}
