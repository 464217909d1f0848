import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import 'uplot/dist/uPlot.min.css'
import './chart.css'
import { ChartController, type ChartEvents } from './plot/controller.ts'
import type { ChartPicture, CursorReading } from './data/model.ts'

export interface TimeChartProps extends Partial<Omit<ChartEvents, 'onCursor'>> {
  /** What to draw; make it with `chartPicture`, and reuse it as long as nothing changes. */
  readonly picture: ChartPicture
  /** What the picture shows, in words: range, minimum, maximum, average and last value. */
  readonly label: string
  /** How to use the keys, read out after the label. */
  readonly keysHint: string
  /** Unit, above the value axis. */
  readonly unit: string
  /** Name of the curve's colour token. */
  readonly pen?: string
  readonly onCursor?: (reading: CursorReading | null) => void
  /** The reading under the crosshair in words, for screen readers while arrow keys move it. */
  readonly describe: (reading: CursorReading) => string
}

/**
 * A curve over time with limits, gaps, crosshair, zoom by drag and by keys. It decides nothing
 * about ranges: zooming calls `onZoom`, double click, Escape and Backspace call `onBack`, and what
 * is drawn is always `picture`.
 */
export function TimeChart({
  picture,
  label,
  keysHint,
  unit,
  pen = '--pen-1',
  describe,
  ...events
}: TimeChartProps) {
  const host = useRef<HTMLDivElement>(null)
  const controller = useRef<ChartController | null>(null)
  const hint = useId()
  const [spoken, setSpoken] = useState('')
  const latest = useRef({ picture, events, describe })
  useLayoutEffect(() => {
    latest.current = { picture, events, describe }
  })

  useEffect(() => {
    if (!host.current) return
    const created = new ChartController(host.current, pen, latest.current.picture, () => ({
      onZoom: (span) => latest.current.events.onZoom?.(span),
      onBack: () => latest.current.events.onBack?.(),
      onLayout: (layout) => latest.current.events.onLayout?.(layout),
      onCursor: (reading, byKeyboard) => {
        latest.current.events.onCursor?.(reading)
        if (byKeyboard && reading) setSpoken(latest.current.describe(reading))
      },
    }))
    controller.current = created
    return () => {
      controller.current = null
      created.destroy()
    }
  }, [pen])

  useLayoutEffect(() => controller.current?.show(picture), [picture])

  return (
    <div className="chart">
      <span className="chart-unit" aria-hidden="true">
        {unit}
      </span>
      <div
        ref={host}
        className="chart-plot"
        role="img"
        aria-label={label}
        aria-describedby={hint}
      />
      <span id={hint} hidden>
        {keysHint}
      </span>
      <span className="visually-hidden" aria-live="polite">
        {spoken}
      </span>
    </div>
  )
}
