import { useCallback } from 'react'
import { cursorReading, type ChartPicture, type CursorReading } from './data/model.ts'
import { nearestEntry } from './data/series.ts'
import type { ChartKind } from './plot/chart-kind.ts'
import { createCrosshair } from './plot/crosshair.ts'
import { createLimitLabels } from './plot/limit-labels.ts'
import { LiveChart, type LiveChartProps } from './plot/live-chart.tsx'
import { createPlot, plotData } from './plot/plot.ts'
import { curveWidth } from './plot/curve-paths.ts'
import { readColours, type ChartColours } from './plot/theme.ts'

export interface TimeChartProps extends Omit<
  LiveChartProps<ChartPicture>,
  'units' | 'describe' | 'onCursor'
> {
  /** Unit, above the value axis. */
  readonly unit: string
  readonly onCursor?: (reading: CursorReading | null) => void
  /** The reading under the crosshair in words. */
  readonly describe: (reading: CursorReading) => string
}

const kind: ChartKind<ChartPicture, ChartColours> = {
  readColours: (host) => readColours(host, '--pen-1'),
  createPlot,
  createCrosshair,
  createLabels: createLimitLabels,
  update(plot, picture, before) {
    if (before && picture.data !== before.data) plot.setData(plotData(picture), false)
    const width = curveWidth(picture, plot.over.clientWidth)
    for (const series of plot.series.slice(1)) series.width = width
  },
  entriesOf: ({ data }) => [data.marked],
}

/** A curve over time with limits and gaps. Pictures are made with `chartPicture`. */
export function TimeChart({ unit, onCursor, describe, ...props }: TimeChartProps) {
  const { marked } = props.picture.data
  const readingAt = useCallback(
    (time: number) => {
      const index = nearestEntry(marked, time)
      return index === null ? null : cursorReading(marked, index)
    },
    [marked],
  )
  return (
    <LiveChart
      {...props}
      kind={kind}
      units={[unit, '']}
      onCursor={(time) => onCursor?.(time === null ? null : readingAt(time))}
      describe={(time) => {
        const reading = readingAt(time)
        return reading ? describe(reading) : ''
      }}
    />
  )
}
