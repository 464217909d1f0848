import { useId, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import 'uplot/dist/uPlot.min.css'
import '../chart.css'
import type { TimeRange } from '../data/model.ts'
import type { ChartKind } from './chart-kind.ts'
import type { ChartEvents } from './chart-events.ts'
import { ChartController } from './controller.ts'

/** What every chart over time is given. */
export interface LiveChartProps<Picture> extends Partial<Omit<ChartEvents, 'onCursor' | 'onPick'>> {
  /** What to draw; the same one as long as nothing changes. */
  readonly picture: Picture
  /** The whole period: fingers zoom and move within it. */
  readonly whole: TimeRange
  /** What the picture shows, in words. */
  readonly label: string
  /** How to use the keys, read out after the label. */
  readonly keysHint: string
  /** Units above the left and the right axis. */
  readonly units: readonly [left: string, right: string]
  /** The time under the crosshair, ms UTC. */
  readonly onCursor?: ((time: number | null) => void) | undefined
  readonly onPick?: ChartEvents['onPick'] | undefined
  /** What the picture says at a time in words, read out while arrow keys move the crosshair. */
  readonly describe: (time: number) => string
}

/**
 * A chart over time with crosshair, zoom by drag and by keys. It decides nothing about ranges:
 * zooming calls `onZoom`, double click, Escape and Backspace call `onBack`, and what is drawn is
 * always `picture`. Another `kind` is another chart.
 */
export function LiveChart<Picture extends { readonly range: TimeRange }, Colours>(
  props: LiveChartProps<Picture> & { readonly kind: ChartKind<Picture, Colours> },
) {
  const { picture, label, keysHint, units, kind } = props
  const host = useRef<HTMLDivElement>(null)
  const controller = useRef<ChartController<Picture, Colours> | null>(null)
  const hint = useId()
  const [spoken, setSpoken] = useState('')
  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })

  // Before a chart is made: that one begins with its picture.
  useLayoutEffect(() => controller.current?.show(picture), [picture])

  useLayoutEffect(() => {
    if (!host.current) return
    const created = new ChartController(host.current, kind, latest.current.picture, () => ({
      whole: latest.current.whole,
      onZoom: (span) => latest.current.onZoom?.(span),
      onBack: () => latest.current.onBack?.(),
      // What follows the plot is in its place in the same frame, not a frame later.
      onLayout: (layout) =>
        queueMicrotask(() => flushSync(() => latest.current.onLayout?.(layout))),
      onPick: (time) => latest.current.onPick?.(time),
      onCursor: (time, byKeyboard) => {
        latest.current.onCursor?.(time)
        if (byKeyboard && time !== null) setSpoken(latest.current.describe(time))
      },
    }))
    controller.current = created
    return () => {
      controller.current = null
      created.destroy()
    }
  }, [kind])

  return (
    <div className="chart">
      <span className="chart-unit" aria-hidden="true">
        {units[0]}
      </span>
      <span className="chart-unit chart-unit-right" aria-hidden="true">
        {units[1]}
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
