import { staleAfterIntervals } from '#kit/model/sensor.ts'
import { hub, trendSlotMs, trendWindowMs, type LiveValue } from '#kit/web/live/index.ts'
import { mountCompare, type Comparison } from '#kit/ui/values/compare-arrow.tsx'
import { mountFigure } from '#kit/ui/values/figure.tsx'
import { mountRail } from '#kit/ui/values/limits-rail.tsx'
import { mountSparkline } from '#kit/ui/values/sparkline.tsx'
import { attributeWriter, part, textWriter } from '#kit/ui/write.ts'
import type { WidgetContext, WidgetView } from '../../frame/mount-frame.ts'
import type { WidgetBody } from '../../frame/use-widget-node.ts'
import { badText } from '../../values/value-text.ts'
import { railScale } from './rail-scale.ts'

/** A trend moves by less than a pixel in this time. */
const trendIntervalMs = 1_900

/** How the value moved since the reading before it; null when it is not a number. */
export function comparison(
  { sensor, words }: WidgetContext,
  { value, previous }: LiveValue,
): Comparison | null {
  if (typeof value !== 'number') return null
  const step = typeof previous === 'number' ? value - previous : 0
  const amount = words.format.number(Math.abs(step), sensor.decimals)
  // A step below the last digit on screen is no change for whoever reads it.
  if (!/[1-9]/.test(amount)) return { direction: 'remain', amount: '', words: words.remain }
  return step > 0
    ? { direction: 'up', amount, words: words.up(amount) }
    : { direction: 'down', amount, words: words.down(amount) }
}

/** "above 210.0" beyond a limit, else nothing. */
function remark({ sensor, words }: WidgetContext, value: number): string {
  const limit = (at: number) => words.format.number(at, sensor.decimals)
  if (sensor.upperAlarm !== null && value > sensor.upperAlarm)
    return words.above(limit(sensor.upperAlarm))
  if (sensor.lowerAlarm !== null && value < sensor.lowerAlarm)
    return words.below(limit(sensor.lowerAlarm))
  return ''
}

/** Draws figure, change, trend, rail and the remark beyond a limit of an analog sensor. */
export function mountAnalog(root: HTMLElement, context: WidgetContext): WidgetBody {
  const { sensor, day, words } = context
  const writeFigure = mountFigure(root)
  const writeStruck = textWriter(part(root, 'struck'))
  const writeCompare = mountCompare(root)
  const writeRemark = textWriter(part(root, 'remark-text'))
  const writeBeyond = attributeWriter(root, 'data-beyond')
  const scale = railScale(sensor, day)
  const writeRail = scale ? mountRail(root, scale) : () => {}
  const drawTrend = root.querySelector('.sparkline') ? mountSparkline(root) : undefined
  let painted: LiveValue | undefined
  let paintedCondition = ''
  let trendDrawnAt = -Infinity
  let trendFrom = Infinity

  function paintValue(reading: LiveValue, condition: WidgetView['condition']): void {
    const value = typeof reading.value === 'number' ? reading.value : NaN
    const figure = words.format.number(value, sensor.decimals)
    const isBad = condition === 'bad'
    writeFigure(isBad ? badText(reading, words) : figure)
    writeStruck(isBad && reading.value !== null ? `${figure} ${sensor.unit}` : '')
    writeCompare(isBad || condition === 'stale' ? null : comparison(context, reading))
    const said = isBad ? '' : remark(context, value)
    writeRemark(said)
    writeBeyond(said === '' ? null : '')
    writeRail({
      value: isBad || Number.isNaN(value) ? null : value,
      dayLow: day && !isBad ? Math.min(day.minimum, value) : (day?.minimum ?? null),
      dayHigh: day && !isBad ? Math.max(day.maximum, value) : (day?.maximum ?? null),
    })
  }

  return {
    paint({ reading, condition, now }) {
      if (!reading) return
      if (reading !== painted || condition !== paintedCondition) {
        painted = reading
        if (condition !== paintedCondition) trendDrawnAt = -Infinity
        paintedCondition = condition
        paintValue(reading, condition)
      }
      const trend = hub.store.trend(sensor.id)
      if (!drawTrend || !trend) return
      const isFilled = (trend.times()[0] ?? now) < trendFrom
      if (!isFilled && Math.abs(now - trendDrawnAt) < trendIntervalMs) return
      trendDrawnAt = now
      trendFrom = trend.times()[0] ?? now
      drawTrend({
        times: trend.times(),
        values: trend.values(),
        from: now - trendWindowMs,
        to: now,
        lowerLimit: sensor.lowerAlarm,
        upperLimit: sensor.upperAlarm,
        gapMs: Math.max(staleAfterIntervals * sensor.intervalMs, 3 * trendSlotMs),
        isStale: condition === 'stale' || condition === 'bad',
      })
    },
  }
}
