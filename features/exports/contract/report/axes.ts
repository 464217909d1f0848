import { zoneOffset } from '#kit/model/time/zone.ts'
import type { TimeRange } from '#kit/ui/chart/data/model.ts'
import { timeTicks } from '#kit/ui/chart/data/ticks.ts'
import type { Mark } from './document.ts'
import type { ReportFormat } from './format.ts'

export const drawingWidth = 720
/** Where the plot begins and ends: values are written before it. */
export const plotLeft = 58
export const plotRight = drawingWidth - 8
/** What is below a plot. */
export const timeAxisHeight = 18
const maximumTicks = 9

/** Where a time lies in the plot. */
export const scaleOf = ({ from, to }: TimeRange) => {
  const unit = (plotRight - plotLeft) / Math.max(1, to - from)
  return (time: number) => plotLeft + (Math.min(to, Math.max(from, time)) - from) * unit
}

/** A tenth of a unit is finer than paper. */
export const rounded = (length: number) => Math.round(length * 10) / 10

/** Lines and names of the times below a plot that lies between these heights. */
export function timeAxis(
  range: TimeRange,
  { top, bottom }: { readonly top: number; readonly bottom: number },
  format: ReportFormat,
): Mark[] {
  const x = scaleOf(range)
  const { unit, times } = timeTicks(range.from, range.to, maximumTicks, (time) =>
    zoneOffset(time, format.timezone),
  )
  return times.flatMap((time): Mark[] => {
    const at = rounded(x(time))
    return [
      { kind: 'path', d: `M${at} ${top}V${bottom}`, tone: 'grid', width: 0.6 },
      {
        ...{ kind: 'text', x: at, y: bottom + 12, tone: 'soft', text: format.tick(time, unit) },
        anchor: at > plotRight - 24 ? 'end' : at < plotLeft + 10 ? 'start' : 'middle',
      },
    ]
  })
}
