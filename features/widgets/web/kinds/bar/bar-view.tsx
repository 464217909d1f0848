import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { WidgetProps } from '#kit/web/widget-registry.ts'
import { useOnce } from '#kit/ui/use-once.ts'
import { createFigure } from '#kit/ui/values/figure.tsx'
import { SensorFrame } from '../../frame/sensor-frame.tsx'
import type { SensorView } from '../../frame/sensor-view.ts'
import { createBesideBad } from '../../values/beside-bad.tsx'
import { createChangeGuard } from '../../values/change-guard.ts'
import { fixedScale, type ScaleOptions } from '../../values/fixed-scale.ts'
import { createLimitRemark } from '../../values/limit-remark.tsx'
import { railReading } from '../../values/rail-reading.ts'
import { scaleRemark } from '../../values/scale-remark.ts'
import { badText } from '../../values/value-text.ts'
import { useWords } from '../../values/words.ts'
import { createLevel } from './level.tsx'

/**
 * A number as a bar that grows from the scale's beginning (or from zero, where the scale has
 * negative values), with its limits. Without a scale there is no bar, and it says so.
 */
export default function BarView({ sensor, size, day, options }: WidgetProps<ScaleOptions>) {
  const words = useWords()
  const translate = useTranslations('widgets.scale')
  const elements = useOnce(createElements)
  const scale = useMemo(() => fixedScale(sensor, options), [sensor, options])
  const write = (value: number) => words.format.number(value, sensor.decimals)

  function paint(view: SensorView): void {
    const { reading, condition } = view
    if (!reading || !elements.isChanged(reading, condition, view.day, words, scale)) return
    const shown = railReading(view, reading)
    const figure = shown.value === null ? badText(reading, words) : write(shown.value)
    elements.figure.write(figure, sensor.unit)
    elements.beside.write(view, words)
    const remark = shown.value === null ? '' : scaleRemark(sensor, scale, shown.value, words)
    elements.remark.write(remark)
    if (scale) elements.level.write(scale, shown.value)
  }

  return (
    <SensorFrame {...{ sensor, size, day, words, paint }}>
      <div className="widget-value">
        {elements.figure.draw()}
        {elements.beside.draw()}
      </div>
      {elements.remark.draw()}
      {scale ? (
        elements.level.draw(scale, write)
      ) : (
        <p className="level-unscaled">{translate('noScale')}</p>
      )}
    </SensorFrame>
  )
}

function createElements() {
  return {
    figure: createFigure(),
    beside: createBesideBad(),
    level: createLevel(),
    remark: createLimitRemark(),
    isChanged: createChangeGuard(),
  }
}
