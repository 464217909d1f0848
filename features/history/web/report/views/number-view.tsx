import { memo, useCallback, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Sensor } from '#kit/model/sensor.ts'
import { SpanMarks } from '#kit/ui/chart/spans/span-marks.tsx'
import type { ChartMarks } from '#kit/ui/chart/data/spans.ts'
import { ChartTable } from '#kit/ui/chart/chart-table.tsx'
import { noLayout, type ChartLayout } from '#kit/ui/chart/plot/chart-events.ts'
import {
  chartPicture,
  type ChartData,
  type ChartFormat,
  type CursorReading,
  type TimeRange,
} from '#kit/ui/chart/data/model.ts'
import { ChartOverview } from '#kit/ui/chart/overview/overview.tsx'
import { TimeChart } from '#kit/ui/chart/time-chart.tsx'
import { noFigure } from '#kit/web/formats/number.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import { formatInstant } from '#kit/web/formats/repeated-hour.ts'
import { drawnValue } from '../../../contract/in-hours.ts'
import type { Statistics } from '../../../contract/statistics.ts'
import { ComparedLegend } from '../../compare/compared-legend.tsx'
import { reasonOf, type Compared } from '../../compare/use-compared.ts'
import { imageOfCurve, useImageWords } from '../../image/draw-image.ts'
import { useOfferedImage } from '../../image/image-source.ts'
import { spanText } from '../use-chart-format.ts'
import './number-view.css'

interface NumberViewProps {
  readonly sensor: Sensor
  readonly data: ChartData
  /** The whole period's data, for the overview below; null while it is not there. */
  readonly wholeData: ChartData | null
  readonly whole: TimeRange
  readonly range: TimeRange
  readonly statistics: Statistics
  /**
   * What the statistics are about: `range`, but for the time in which its own reply is on the way.
   */
  readonly covered: TimeRange
  readonly format: ChartFormat
  readonly timezone: string
  readonly isTable: boolean
  readonly marks: ChartMarks
  /** The earlier period that is drawn along; null: there is none. */
  readonly compared: Compared | null
  readonly onZoom: (span: TimeRange) => void
  readonly onBack: () => void
  readonly onCursor: (reading: CursorReading | null) => void
  /** On how many pixels of the screen the curve is drawn. */
  readonly onPixels: (pixels: number) => void
}

/** The curve of a numeric sensor, or its table, with the whole period in an overview below. */
export const NumberView = memo(function NumberView(props: NumberViewProps) {
  const { sensor, wholeData, whole, range, format, isTable, marks, compared } = props
  const { timezone, onZoom, onBack, onCursor } = props
  const translate = useTranslations('history')
  const [layout, setLayout] = useState<ChartLayout>(noLayout)
  const picture = usePicture(props)
  const describe = useDescription(sensor, format)
  const label = useSummary(props)
  const hour = useTranslations('common.units')('hour')
  const unit = sensor.type === 'timer' ? hour : sensor.unit
  const words = useImageWords()
  useOfferedImage(
    useCallback(() => imageOfCurve(picture, sensor, unit, words()), [picture, sensor, unit, words]),
  )
  return (
    <>
      {!isTable && <SpanMarks {...{ marks, range, layout }} label={translate('chart.marks')} />}
      {!isTable && compared && (
        <ComparedLegend
          {...{ timezone, period: compared.period, dash: '5 3' }}
          reason={reasonOf(compared)}
        />
      )}
      <div className="history-chart">
        {isTable ? (
          <NumberTable {...props} />
        ) : (
          <TimeChart
            {...{ picture, whole, label, describe, onZoom, onBack, onCursor, unit }}
            onPick={marks.onPick}
            onLayout={(next) => {
              setLayout(next)
              props.onPixels(next.pixels)
            }}
            keysHint={translate('chart.keys')}
          />
        )}
      </div>
      {!isTable && (
        <div className="history-overview">
          {wholeData && layout.width > 0 && (
            <ChartOverview
              {...{ data: wholeData, whole, window: range, layout, format, onWindow: onZoom }}
            />
          )}
        </div>
      )}
    </>
  )
})

function usePicture({ sensor, data, range, format, marks, compared }: NumberViewProps) {
  const translate = useTranslations('history')
  const comparison = compared?.comparison ?? null
  return useMemo(() => {
    const { lowerAlarm: lower, upperAlarm: upper } = sensor
    return chartPicture(data, {
      ...{ range, format, comparison, spans: marks.spans, chosenSpan: marks.chosen },
      levels: marks.levels.map((level) => ({ ...level, value: drawnValue(sensor, level.value) })),
      limits: { lower, upper },
      limitNames: {
        lower: { name: translate('chart.lower'), figure: format.value(lower ?? 0) },
        upper: { name: translate('chart.upper'), figure: format.value(upper ?? 0) },
      },
      gapName: translate('chart.gap'),
      qualityNames: { bad: translate('live.bad'), uncertain: translate('live.uncertain') },
    })
  }, [data, range, sensor, format, comparison, marks, translate])
}

/** The readings as rows, for who cannot see the curve. */
function NumberTable({ sensor, data, range, format, timezone }: NumberViewProps) {
  const translate = useTranslations('history.table')
  const { number } = useFormat()
  const qualityOf = useQualityWords()
  const texts = {
    caption: translate('caption', { name: isolated(sensor.alias), ...spanText(range, timezone) }),
    from: translate('from'),
    to: translate('to'),
    first: translate('first'),
    minimum: translate('minimum'),
    maximum: translate('maximum'),
    last: translate('last'),
    count: translate('count'),
    quality: translate('quality'),
  }
  return (
    <ChartTable
      {...{ entries: data.marked, range, texts, figure: number }}
      value={(value) => (Number.isNaN(value) ? noFigure : format.value(value))}
      quality={(row) => qualityOf(row) || translate('good')}
      moment={(time) => formatInstant(time, timezone)}
    />
  )
}

/** What is not good about readings, in words; empty when all are good. */
function useQualityWords() {
  const translate = useTranslations('history.table')
  const { number } = useFormat()
  return useCallback(
    ({ badCount, hasUncertain }: { badCount: number; hasUncertain: boolean }) =>
      [
        badCount > 0 ? translate('bad', { figure: number(badCount) }) : '',
        hasUncertain ? translate('uncertain') : '',
      ]
        .filter((words) => words !== '')
        .join(', '),
    [translate, number],
  )
}

/** Says one reading, or a pixel's readings, in words. */
function useDescription(sensor: Sensor, format: ChartFormat) {
  const translate = useTranslations('history.chart')
  const { number } = useFormat()
  const qualityOf = useQualityWords()
  return useCallback(
    (reading: CursorReading) => {
      const time = format.moment((reading.from + reading.to) / 2)
      const { unit } = sensor
      const figureOfBad = number(reading.badCount)
      if (reading.count === 0)
        return translate('badReadings', { time, count: reading.badCount, figure: figureOfBad })
      const quality = qualityOf({ ...reading, hasUncertain: reading.uncertain })
      const withQuality = (text: string) =>
        quality === '' ? text : translate('withQuality', { reading: text, quality })
      if (reading.count > 1 && reading.minimum !== reading.maximum) {
        const figure = number(reading.count)
        const ends = {
          minimum: format.value(reading.minimum),
          maximum: format.value(reading.maximum),
        }
        const range = { ...ends, unit, time, count: reading.count, figure }
        return withQuality(translate('readingRange', range))
      }
      const one = { value: format.value(reading.last), unit, time }
      return withQuality(translate('reading', one))
    },
    [sensor, format, translate, number, qualityOf],
  )
}

function useSummary({
  sensor,
  data,
  covered,
  statistics,
  format,
  timezone,
}: NumberViewProps): string {
  const translate = useTranslations('history.chart')
  const write = (value: number | null | undefined) =>
    value === null || value === undefined ? noFigure : format.value(value)
  const what = { name: isolated(sensor.alias), ...spanText(covered, timezone), unit: sensor.unit }
  if (sensor.type === 'counter' || sensor.type === 'timer')
    return translate('totalSummary', {
      ...what,
      total: write(statistics.last),
      accumulated: write(statistics.accumulated),
    })
  return translate('summary', {
    ...what,
    minimum: write(statistics.minimum),
    maximum: write(statistics.maximum),
    average: write(statistics.average),
    last: write(data.entries.last.at(-1)),
  })
}
