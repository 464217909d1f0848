import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import 'uplot/dist/uPlot.min.css'
import '../chart.css'
import { GroupChartController, type GroupChartEvents } from './group-controller.ts'
import type { GroupPicture } from './group-picture.ts'

export interface GroupChartProps extends Omit<GroupChartEvents, 'onCursor'> {
  /** What to draw; made with `groupPicture`, and the same one as long as nothing changes. */
  readonly picture: GroupPicture
  /** What the picture shows, in words. */
  readonly label: string
  /** How to use the keys, read out after the label. */
  readonly keysHint: string
  /** Units above the left and the right axis. */
  readonly units: readonly [left: string, right: string]
  readonly onCursor: (time: number | null) => void
  /** What all curves say at a time in words, read out while arrow keys move the crosshair. */
  readonly describe: (time: number) => string
}

/**
 * Curves of several sensors over one axis of time, on one or two axes of values. Like `TimeChart`
 * it decides nothing about ranges. To be given another `key` when an axis comes or goes.
 */
export function GroupChart({
  picture,
  label,
  keysHint,
  units,
  describe,
  ...events
}: GroupChartProps) {
  const host = useRef<HTMLDivElement>(null)
  const controller = useRef<GroupChartController | null>(null)
  const hint = useId()
  const [spoken, setSpoken] = useState('')
  const latest = useRef({ picture, events, describe })
  useLayoutEffect(() => {
    latest.current = { picture, events, describe }
  })

  useEffect(() => {
    if (!host.current) return
    const created = new GroupChartController(host.current, latest.current.picture, () => ({
      onZoom: (span) => latest.current.events.onZoom(span),
      onBack: () => latest.current.events.onBack(),
      onLayout: (layout) => latest.current.events.onLayout(layout),
      onCursor: (time, byKeyboard) => {
        latest.current.events.onCursor(time)
        if (byKeyboard && time !== null) setSpoken(latest.current.describe(time))
      },
    }))
    controller.current = created
    return () => {
      controller.current = null
      created.destroy()
    }
  }, [])

  useLayoutEffect(() => controller.current?.show(picture), [picture])

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
