import { useCallback } from 'react'
import { hub } from '#kit/web/live/index.ts'
import { noFigure } from '#kit/web/formats/format.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { mountSparkline, Sparkline } from '#kit/ui/values/sparkline.tsx'
import { part, textWriter } from '#kit/ui/write.ts'
import { meanRate } from './mean-rate.ts'

const pointsKept = 60
/** Fewer points are not yet a trend. */
const leastPoints = 5

/** Writes readings per second, and draws their last minute, a point for each pulse. */
function mountRate(root: HTMLElement, number: (value: number) => string): () => void {
  const draw = mountSparkline(root)
  const write = textWriter(part(root, 'rate'))
  write(noFigure)
  const values: number[] = []
  const add = () => {
    const pulse = hub.store.pulse()
    if (!pulse) return
    values.push(pulse.readingsPerSecond)
    if (values.length > pointsKept) values.shift()
    const rate = meanRate(values)
    write(rate === null ? noFigure : number(Math.round(rate)))
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

/**
 * Readings per second of the whole installation, as soon as they are known, with the last minute as
 * a small trend.
 */
export function RateFigure() {
  const { number } = useFormat()
  const mount = useCallback(
    (element: HTMLElement | null) => (element ? mountRate(element, number) : undefined),
    [number],
  )
  return (
    <div ref={mount}>
      <b data-part="rate">{noFigure}</b>
      <span className="kpi-trend">
        <Sparkline />
      </span>
    </div>
  )
}
