import { useCallback } from 'react'
import { hub, usePulse } from '#kit/web/live/index.ts'
import { useFormat } from '#kit/web/use-format.ts'
import { mountSparkline, Sparkline } from '#kit/ui/sparkline.tsx'

const pointsKept = 60
/** Fewer points are not yet a trend. */
const leastPoints = 5

/** Draws the last minute of readings per second, a point for each pulse. */
function mountRateTrend(root: Element): () => void {
  const draw = mountSparkline(root)
  const values: number[] = []
  const add = () => {
    const pulse = hub.store.pulse()
    if (!pulse) return
    values.push(pulse.readingsPerSecond)
    if (values.length > pointsKept) values.shift()
    if (values.length < leastPoints) return
    draw({
      times: Float64Array.from(values, (_, index) => pointsKept - values.length + index),
      values: Float64Array.from(values),
      from: 0,
      to: pointsKept - 1,
      lowerLimit: null,
      upperLimit: null,
      gapMs: Infinity,
      isStale: false,
    })
  }
  return hub.watchPulse(add)
}

/** Readings per second of the whole installation, with the last minute as a small trend. */
export function RateFigure() {
  const pulse = usePulse()
  const format = useFormat()
  const trend = useCallback((element: Element | null) => (element ? mountRateTrend(element) : undefined), [])
  return (
    <div>
      <b>{pulse ? format.number(Math.round(pulse.readingsPerSecond)) : '–'}</b>
      <span className="kpi-trend" ref={trend}>
        <Sparkline />
      </span>
    </div>
  )
}
