import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { LiveValue } from '#kit/web/live/index.ts'
import type { WidgetProps } from '#kit/web/widget-registry.ts'
import { useOnce } from '#kit/ui/use-once.ts'
import { createFigure } from '#kit/ui/values/figure.tsx'
import { placeOn, type RailScale } from '#kit/ui/values/limits-rail.tsx'
import { SensorFrame } from '../../frame/sensor-frame.tsx'
import type { SensorView } from '../../frame/sensor-view.ts'
import { createBesideBad } from '../../values/beside-bad.tsx'
import { createChangeGuard } from '../../values/change-guard.ts'
import { createLimitRemark } from '../../values/limit-remark.tsx'
import { railReading } from '../../values/rail-reading.ts'
import { scaleRemark } from '../../values/scale-remark.ts'
import { badText } from '../../values/value-text.ts'
import { useWords, type Words } from '../../values/words.ts'
import { createGaugeDial } from './gauge-dial.tsx'
import { GaugeLabel } from './gauge-label.tsx'
import { fixedScale, type ScaleOptions } from '../../values/fixed-scale.ts'
import './gauge.css'

/**
 * A number on a dial with its limits and today's range. Without a scale there is a message in the
 * place of the dial.
 */
export default function GaugeView({ sensor, size, day, options }: WidgetProps<ScaleOptions>) {
  const words = useWords()
  const translate = useTranslations('widgets.scale')
  const elements = useOnce(createElements)
  const scale = useMemo(() => fixedScale(sensor, options), [sensor, options])

  function paint(view: SensorView): void {
    const { reading, condition } = view
    if (!reading || !elements.isChanged(reading, condition, view.day, words, scale)) return
    writeValue(elements, view, reading, words)
    const { value } = railReading(view, reading)
    elements.remark.write(value === null ? '' : scaleRemark(sensor, scale, value, words))
    if (scale) elements.dial.write(scale, railReading(view, reading))
  }

  return (
    <SensorFrame {...{ sensor, size, day, words, paint }}>
      <div className="gauge" data-scale={scale ? 'known' : 'unknown'}>
        <div className="gauge-face">
          {scale && elements.dial.draw(scale)}
          {scale && size !== 'small' && (
            <Labels scale={scale} words={words} decimals={sensor.decimals} />
          )}
          <div className="gauge-value">
            {elements.figure.draw()}
            {elements.beside.draw()}
          </div>
        </div>
        {scale ? (
          <Ends scale={scale} words={words} decimals={sensor.decimals} />
        ) : (
          <p className="gauge-unscaled">{translate('noScale')}</p>
        )}
        {elements.remark.draw()}
      </div>
    </SensorFrame>
  )
}

type Elements = ReturnType<typeof createElements>

function createElements() {
  return {
    figure: createFigure(),
    beside: createBesideBad(),
    dial: createGaugeDial(),
    remark: createLimitRemark(),
    isChanged: createChangeGuard(),
  }
}

function writeValue(elements: Elements, view: SensorView, reading: LiveValue, words: Words): void {
  const { sensor, condition } = view
  const value = typeof reading.value === 'number' ? reading.value : NaN
  const figure = words.format.number(value, sensor.decimals)
  const isBad = condition === 'bad'
  elements.figure.write(isBad ? badText(reading, words) : figure, sensor.unit)
  elements.beside.write(view, words)
}

interface ScaleProps {
  readonly scale: RailScale
  readonly words: Words
  readonly decimals: number
}

/** The limits, at their places outside the arc. */
function Labels({ scale, words, decimals }: ScaleProps) {
  return (
    <div aria-hidden="true">
      {[scale.lowerLimit, scale.upperLimit].map((limit) =>
        limit === null ? null : (
          <GaugeLabel
            key={limit}
            place={placeOn(scale, limit)}
            text={words.format.number(limit, decimals)}
          />
        ),
      )}
    </div>
  )
}

/** The ends of the scale, under the ends of the arc. */
function Ends({ scale, words, decimals }: ScaleProps) {
  return (
    <div className="gauge-ends" aria-hidden="true">
      <span>{words.format.number(scale.low, decimals)}</span>
      <span>{words.format.number(scale.high, decimals)}</span>
    </div>
  )
}
