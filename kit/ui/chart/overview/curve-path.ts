import type { ChartData, TimeRange } from '../data/model.ts'
import { extremesWithin } from '../data/value-range.ts'

/** The curve in a box of `width` × `height`, at most one move a pixel and direction. */
export function curvePath(
  { entries, line }: ChartData,
  whole: TimeRange,
  { width, height }: { readonly width: number; readonly height: number },
): string {
  const extremes = extremesWithin(entries, whole.from, whole.to)
  if (!extremes || width <= 0) return ''
  const span = extremes.maximum - extremes.minimum || 1
  const perPixel = width / Math.max(1, whole.to - whole.from)
  let path = ''
  let pen = 'M'
  let before = ''
  for (let index = 0; index < line.time.length; index++) {
    const value = line.value[index] ?? line.dotted?.[index] ?? null
    if (value === null) {
      pen = 'M'
      continue
    }
    const x = Math.round(((line.time[index] ?? 0) - whole.from) * perPixel)
    const y = (4 + (height - 8) * (1 - (value - extremes.minimum) / span)).toFixed(1)
    const point = `${x} ${y}`
    if (point === before && pen === 'L') continue
    path += pen + point
    before = point
    pen = 'L'
  }
  return path
}
