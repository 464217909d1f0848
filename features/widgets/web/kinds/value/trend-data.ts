import { trendWindowMs } from '#kit/web/live/values/sensor-trends.ts'
import type { Trend } from '#kit/web/live/values/trend.ts'
import type { SparklineData } from '#kit/ui/values/sparkline.tsx'
import type { SensorView } from '../../frame/sensor-view.ts'
import { markedSpans } from '../../plot/curve.ts'
import { gapOf } from '../../plot/gap.ts'

/** The last minutes of a value as its sparkline draws them. */
export function trendData({ sensor, condition, now }: SensorView, trend: Trend): SparklineData {
  const times = trend.times()
  const [from, to] = [now - trendWindowMs, now]
  return {
    ...{ times, values: trend.values(), from, to },
    lowerLimit: sensor.lowerAlarm,
    upperLimit: sensor.upperAlarm,
    gapMs: gapOf(sensor, times),
    bad: markedSpans(times, trend.badSpans(), to).filter((span) => span.to > from),
    isStale: condition === 'stale' || condition === 'bad',
  }
}
