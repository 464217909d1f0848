import { useCallback, useEffect, useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Sensor } from '#kit/model/sensor.ts'
import { shortened } from '#kit/model/text/shortened.ts'
import { startOfDay } from '#kit/model/time/zone.ts'
import type { ChartSpan } from '#kit/ui/chart/data/spans.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import { formatMoment, formatSpan } from '#kit/web/formats/moment.ts'
import { useNow } from '#kit/web/formats/use-now.ts'
import type { Annotation } from '../contract/routes.ts'
import { sensorName } from './sensor-name.ts'

/** Characters of a text that a mark says; all of it is beside the chart. */
const maximumLabel = 160

/** How a chart calls an annotation. */
export const keyOf = ({ id }: Pick<Annotation, 'id'>): string => `annotation-${id}`

/** Gives the chart the annotations as spans, numbered in their order. */
export function useSpansOf(
  annotations: readonly Annotation[],
  /** What is before its text. */
  prefixOf: (annotation: Annotation) => string,
  timeOf: (annotation: Annotation) => string,
  onSpans: (spans: readonly ChartSpan[]) => void,
): void {
  const translate = useTranslations('annotations')
  const spans = useMemo(
    () =>
      annotations.map((annotation, index): ChartSpan => {
        const { from, to, text } = annotation
        const label = translate('mark', {
          number: index + 1,
          time: timeOf(annotation),
          text: isolated(prefixOf(annotation) + shortened(text, maximumLabel)),
        })
        const sign = String(index + 1)
        return { key: keyOf(annotation), from, to, label, sign, colour: '--ink-2' }
      }),
    [annotations, prefixOf, timeOf, translate],
  )
  useEffect(() => onSpans(spans), [spans, onSpans])
  useEffect(() => () => onSpans([]), [onSpans])
}

/** Of which sensor an annotation is, where there are several; and what is before its text. */
export function usePrefix(sensors: readonly Sensor[]) {
  const nameOf = useCallback(
    (sensorId: number) => {
      const sensor = sensors.find(({ id }) => id === sensorId)
      return sensor && sensors.length > 1 ? sensorName(sensor, sensors) : undefined
    },
    [sensors],
  )
  const prefixOf = useCallback(
    ({ sensorId }: Annotation) => {
      const name = nameOf(sensorId)
      return name === undefined ? '' : `${name}: `
    },
    [nameOf],
  )
  return { nameOf, prefixOf }
}

/** How times are written: those of annotations, with as much of the date as a reader needs. */
export function useAnnotationTimes(zone: string) {
  const locale = useLocale()
  const today = startOfDay(useNow(60_000), zone)
  const momentOf = useCallback(
    (time: number) => formatMoment(time, today, { zone, locale, detail: 'second' }),
    [zone, locale, today],
  )
  const timeOf = useCallback(
    ({ from, to }: Pick<Annotation, 'from' | 'to'>) =>
      from === to
        ? momentOf(from)
        : formatSpan({ from, to }, today, { zone, locale, detail: 'minute' }),
    [zone, locale, today, momentOf],
  )
  return { timeOf, momentOf }
}
