import type { LiveValue } from '#kit/web/live/index.ts'
import type { WidgetProps } from '#kit/web/widget-registry.ts'
import { useOnce } from '#kit/ui/use-once.ts'
import { createCompareArrow } from '#kit/ui/values/compare-arrow.tsx'
import { createFigure } from '#kit/ui/values/figure.tsx'
import { createLimitsRail } from '#kit/ui/values/limits-rail.tsx'
import { createSparkline } from '#kit/ui/values/sparkline.tsx'
import { SensorFrame } from '../../frame/sensor-frame.tsx'
import type { SensorView } from '../../frame/sensor-view.ts'
import { createBesideBad } from '../../values/beside-bad.tsx'
import { createChangeGuard } from '../../values/change-guard.ts'
import { createLimitRemark } from '../../values/limit-remark.tsx'
import { limitText } from '../../values/limit-text.ts'
import { createThrottle } from '../../values/throttle.ts'
import { railReading } from '../../values/rail-reading.ts'
import { badText } from '../../values/value-text.ts'
import { useWords, type Words } from '../../values/words.ts'
import { comparisonOf } from './comparison.ts'
import { railScale } from './rail-scale.ts'
import { trendData } from './trend-data.ts'

/** A trend moves by less than a pixel in this time. */
const redrawSeconds = 2

/** A number with its unit, change, recent trend and the limits rail. */
export default function ValueView({ sensor, size, day }: WidgetProps) {
  const words = useWords()
  const elements = useOnce(createElements)
  const scale = railScale(sensor, day)
  const isSmall = size === 'small'
  const label = (limit: number | null) =>
    limit === null ? null : words.format.number(limit, sensor.decimals)

  function paint(view: SensorView): void {
    const { reading, condition, trend } = view
    if (!reading) return
    if (elements.isChanged(sensor, reading, condition, view.day, words)) {
      writeReading(elements, view, reading, words)
      if (scale) elements.rail.write(scale, railReading(view, reading))
    }
    if (!isSmall && trend && elements.isDue(view, condition))
      elements.trend.write(trendData(view, trend))
  }

  return (
    <SensorFrame {...{ sensor, size, day, words, paint }}>
      <div className="widget-value">
        {elements.figure.draw()}
        {elements.beside.draw()}
        {elements.compare.draw()}
      </div>
      {isSmall ? null : <div className="widget-trend">{elements.trend.draw()}</div>}
      {scale &&
        elements.rail.draw(
          scale,
          isSmall
            ? undefined
            : { lower: label(sensor.lowerAlarm), upper: label(sensor.upperAlarm) },
        )}
      {elements.remark.draw()}
    </SensorFrame>
  )
}

type Elements = ReturnType<typeof createElements>

function createElements() {
  return {
    figure: createFigure(),
    beside: createBesideBad(),
    compare: createCompareArrow(),
    trend: createSparkline(),
    rail: createLimitsRail(),
    remark: createLimitRemark(),
    isChanged: createChangeGuard(),
    isDue: createThrottle(redrawSeconds),
  }
}

function writeReading(elements: Elements, view: SensorView, reading: LiveValue, words: Words) {
  const { sensor, condition } = view
  const value = typeof reading.value === 'number' ? reading.value : NaN
  const figure = words.format.number(value, sensor.decimals)
  const isBad = condition === 'bad'
  elements.figure.write(isBad ? badText(reading, words) : figure, sensor.unit)
  elements.beside.write(view, words)
  elements.compare.write(
    isBad || condition === 'stale' ? null : comparisonOf(sensor, reading, words),
  )
  elements.remark.write(isBad ? '' : limitText(sensor, value, words))
}
