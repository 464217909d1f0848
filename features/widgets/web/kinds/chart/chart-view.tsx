import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Sensor } from '#kit/model/sensor.ts'
import type { LiveValue } from '#kit/web/live/index.ts'
import type { WidgetProps } from '#kit/web/widget-registry.ts'
import { isIconName, type IconName } from '#kit/ui/icon.tsx'
import { useOnce } from '#kit/ui/use-once.ts'
import { createFigure } from '#kit/ui/values/figure.tsx'
import { SensorFrame } from '../../frame/sensor-frame.tsx'
import type { SensorView } from '../../frame/sensor-view.ts'
import { axisOf } from '../../plot/axis.ts'
import { createLivePlot, type PlotLimit } from '../../plot/live-plot.tsx'
import { remarksOf } from '../../plot/overlay/overlay-items.ts'
import { usePlotOverlay, type PlotMarks } from '../../plot/overlay/use-plot-overlay.tsx'
import { createTimeLabels } from '../../plot/time-labels.ts'
import { curveOf } from '../../plot/view-curve.ts'
import { createBesideBad } from '../../values/beside-bad.tsx'
import { createChangeGuard } from '../../values/change-guard.ts'
import { createLimitRemark } from '../../values/limit-remark.tsx'
import { limitText } from '../../values/limit-text.ts'
import { createThrottle } from '../../values/throttle.ts'
import { badText } from '../../values/value-text.ts'
import { useWords, type Words } from '../../values/words.ts'
import type { ChartOptions } from './chart-options.ts'
import './chart-view.css'

/** A curve moves by less than two pixels in this time. */
const redrawSeconds = 2
const minuteMs = 60_000

/** The last minutes of a number on their axes, with the limits and the present value. */
export default function ChartView({ sensor, size, day, options }: WidgetProps<ChartOptions>) {
  const words = useWords()
  const translate = useTranslations('widgets.kinds.chart')
  const elements = useOnce(createElements)
  const limits = limitsOf(sensor, (side, limit) =>
    translate(side, { limit: words.format.number(limit, sensor.decimals) }),
  )
  const alone = useMemo(() => [sensor], [sensor])
  const { overlay, source } = usePlotOverlay(alone, words.format.zone)
  const vertical = options.verticalName === '' ? sensor.unit : options.verticalName

  function paint(view: SensorView): void {
    const { reading, condition } = view
    if (!reading) return
    if (elements.isChanged(sensor, reading, condition, words))
      writeValue(elements, view, reading, words)
    const { zone, marks } = words.format
    const key = [condition, options.minutes, zone, marks.decimal, overlay.key].join(' ')
    if (!elements.isDue(view, key)) return
    elements.plot.write(
      plotOf(view, { limits, overlay, words, elements, minutes: options.minutes }),
    )
  }

  return (
    <SensorFrame
      {...{ sensor, size, day, words, paint }}
      remarksAt={(now) => remarksOf(overlay, { from: now - options.minutes * minuteMs, to: now })}
      title={options.title}
      icon={iconOf(options, sensor)}
      aside={
        <>
          {elements.beside.draw()}
          {elements.figure.draw()}
        </>
      }
    >
      <div className="chart-widget">
        {size === 'small' || vertical === '' ? null : (
          <span className="chart-widget-name" aria-hidden="true">
            {vertical}
          </span>
        )}
        {elements.plot.draw()}
      </div>
      {elements.remark.draw()}
      {source}
    </SensorFrame>
  )
}

type Elements = ReturnType<typeof createElements>

function createElements() {
  return {
    figure: createFigure(),
    beside: createBesideBad(),
    plot: createLivePlot(1),
    remark: createLimitRemark(),
    timeLabels: createTimeLabels(),
    isChanged: createChangeGuard(),
    isDue: createThrottle(redrawSeconds),
  }
}

function iconOf({ icon }: ChartOptions, { type }: Sensor): IconName {
  if (icon !== 'type') return icon
  return isIconName(type) ? type : 'analog'
}

function limitsOf(
  { lowerAlarm, upperAlarm }: Sensor,
  name: (side: 'upper' | 'lower', limit: number) => string,
): readonly PlotLimit[] {
  const limit = (side: 'upper' | 'lower', value: number | null) =>
    value === null ? [] : [{ value, text: name(side, value) }]
  return [...limit('upper', upperAlarm), ...limit('lower', lowerAlarm)]
}

function writeValue(elements: Elements, view: SensorView, reading: LiveValue, words: Words): void {
  const { sensor, condition } = view
  const value = typeof reading.value === 'number' ? reading.value : NaN
  const isBad = condition === 'bad'
  const figure = words.format.number(value, sensor.decimals)
  elements.figure.write(isBad ? badText(reading, words) : figure, sensor.unit)
  elements.beside.write(view, words)
  elements.remark.write(isBad ? '' : limitText(sensor, value, words))
}

interface Drawing {
  readonly overlay: PlotMarks
  readonly limits: readonly PlotLimit[]
  readonly words: Words
  readonly elements: Elements
  readonly minutes: number
}

function plotOf(view: SensorView, { limits, overlay, words, elements, minutes }: Drawing) {
  const { sensor, now } = view
  const { format } = words
  const from = now - minutes * minuteMs
  const { lowerAlarm: lower, upperAlarm: upper } = sensor
  const curve = curveOf(view, 0)
  const others = overlay.levels.map(({ value }) => value)
  const axis = curve && axisOf([curve], from, { lower, upper, others }, 4)
  return {
    ...{ from, to: now, limits, overlay },
    curves: [curve && { ...curve, lower, upper }],
    axes: [axis, null] as const,
    times: elements.timeLabels(from, now, format.zone),
    axisText: format.number,
  }
}
