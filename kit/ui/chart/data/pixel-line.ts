import { pixelColumn, type DrawnRange } from '#kit/model/numbers/pixel-column.ts'

/** Where a curve is drawn: its times and values, and the area in pixels of the screen. */
export interface DrawnArea extends DrawnRange {
  readonly low: number
  readonly high: number
  readonly left: number
  readonly top: number
  readonly height: number
}

/** What a path of a canvas is drawn by. */
export interface LinePen {
  moveTo(x: number, y: number): void
  lineTo(x: number, y: number): void
}

/** What a line does within one pixel column; rows of pixels, from the top. */
interface Column {
  readonly column: number
  readonly first: number
  readonly startsLine: boolean
  upper: number
  lower: number
  last: number
}

/**
 * Draws a line through values; null breaks it. Each point is put into its pixel column and onto the
 * nearest row of pixels, and of a column only the first, the least, the greatest and the last point
 * are drawn: so a line through all readings and one through their columns (M4) are the same path. A
 * break that does not reach another pixel column cannot be seen. Points outside the range are drawn
 * outside the area. Only the points `begin` to `end` (included) are looked at.
 */
export function drawLine(
  pen: LinePen,
  { time, value }: { readonly time: ArrayLike<number>; readonly value: ArrayLike<Value> },
  area: DrawnArea,
  [begin, end]: readonly [begin: number, end: number] = [0, time.length - 1],
): void {
  const { low, high, top, height } = area
  const perValue = height / (high - low)
  const rowOf = (each: number) => top + Math.round((high - each) * perValue)
  let here = null as Column | null
  let isBroken = true
  for (let index = begin; index <= end; index++) {
    const each = value[index]
    if (each === null || each === undefined) {
      isBroken = true
      continue
    }
    const column = pixelColumn(time[index] ?? 0, area)
    const row = rowOf(each)
    if (here?.column === column) {
      here.upper = Math.min(here.upper, row)
      here.lower = Math.max(here.lower, row)
      here.last = row
    } else {
      if (here) drawColumn(pen, here, area.left, isBroken)
      here = { column, first: row, startsLine: isBroken, upper: row, lower: row, last: row }
    }
    isBroken = false
  }
  if (here) drawColumn(pen, here, area.left, true)
}

type Value = number | null | undefined

function drawColumn(pen: LinePen, at: Column, left: number, isLast: boolean): void {
  const { first, upper, lower, last, startsLine } = at
  const x = left + at.column
  if (startsLine) pen.moveTo(x, first)
  else pen.lineTo(x, first)
  if (lower !== first && lower !== last) pen.lineTo(x, lower)
  if (upper !== first && upper !== last) pen.lineTo(x, upper)
  if (lower !== upper) pen.lineTo(x, last)
  // A column alone on one row would have no length.
  if (startsLine && isLast && lower === upper) pen.lineTo(x + 1, last)
}
