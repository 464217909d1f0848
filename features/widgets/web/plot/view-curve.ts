import type { SensorView } from '../frame/sensor-view.ts'
import { gapOf } from './gap.ts'
import type { PlotCurve } from './plot-curve.tsx'

type Shown = Pick<SensorView, 'sensor' | 'trend' | 'condition'>

/** The recent past of a sensor as a curve on the left or the right axis; null: there is none. */
export function curveOf({ sensor, trend, condition }: Shown, side: 0 | 1): PlotCurve | null {
  const times = trend?.times()
  if (!trend || !times || times.length === 0) return null
  return {
    side,
    times,
    values: trend.values(),
    gapMs: gapOf(sensor, times),
    bad: trend.badSpans(),
    hasEnded: condition === 'stale' || condition === 'bad' || condition === 'offline',
    lower: null,
    upper: null,
  }
}
