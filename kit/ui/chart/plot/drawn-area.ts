import type uPlot from 'uplot'
import type { TimeRange } from '../data/model.ts'
import type { DrawnArea } from '../data/pixel-line.ts'

/** The plotting area in pixels of the screen, with the times and values at its edges. */
export function drawnArea(
  { bbox: { left, top, ...size } }: Pick<uPlot, 'bbox'>,
  { from, to }: TimeRange,
  [low, high]: readonly [low: number, high: number],
): DrawnArea {
  return { from, to, low, high, left, top, width: Math.round(size.width), height: size.height }
}
