import { useEffect, useRef } from 'react'
import { useConnection, useHub } from '#kit/web/live/index.ts'
import { noFigure } from '#kit/web/formats/number.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { LiveElement } from '#kit/ui/live-element.ts'
import { useOnce } from '#kit/ui/use-once.ts'
import { createSparkline } from '#kit/ui/values/sparkline.tsx'
import { meanRate } from './mean-rate.ts'

const maximumPoints = 60
/** Fewer points are not yet a trend. */
const minimumPoints = 5

/**
 * Readings per second of the whole installation, as soon as they are known, with the last minute as
 * a small trend: a point for each heartbeat of the server.
 */
export function RateFigure() {
  const hub = useHub()
  const { number } = useFormat()
  const figure = useOnce(() => new LiveElement())
  const trend = useOnce(createSparkline)
  const values = useRef<number[]>([])
  const { isLost } = useConnection()
  useEffect(() => {
    const write = () => {
      const rate = meanRate(values.current)
      figure.text(rate === null ? noFigure : number(Math.round(rate)))
      if (values.current.length >= minimumPoints) trend.write(trendOf(values.current))
    }
    // What was before says nothing of the time in between.
    if (isLost) values.current = []
    write()
    return hub.watchHeartbeat(() => {
      const heartbeat = hub.store.heartbeat()
      if (!heartbeat) return
      values.current = [...values.current, heartbeat.readingsPerSecond].slice(-maximumPoints)
      write()
    })
  }, [hub, figure, trend, number, isLost])
  return (
    <div>
      {figure.draw('b')}
      <span className="kpi-trend">{trend.draw()}</span>
    </div>
  )
}

function trendOf(values: readonly number[]) {
  return {
    times: Float64Array.from(values, (_, index) => maximumPoints - values.length + index),
    values: Float64Array.from(values),
    from: 0,
    to: maximumPoints - 1,
    lowerLimit: null,
    upperLimit: null,
    gapMs: Infinity,
    bad: [],
    isStale: false,
  }
}
