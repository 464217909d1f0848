import { useCallback, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Range } from '#kit/model/time/period.ts'
import { cursorReading, type ChartData, type ChartFormat } from '#kit/ui/chart/data/model.ts'
import { GroupChart } from '#kit/ui/chart/group/group-chart.tsx'
import { entryAt, groupPicture } from '#kit/ui/chart/group/group-picture.ts'
import { ChartOverview } from '#kit/ui/chart/overview/overview.tsx'
import { noLayout, type ChartLayout } from '#kit/ui/chart/plot/chart-events.ts'
import { SpanMarks } from '#kit/ui/chart/spans/span-marks.tsx'
import type { ChartMarks } from '#kit/ui/chart/data/spans.ts'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useNamed } from '#kit/web/texts/use-named.ts'
import { ComparedLegend } from '../compare/compared-legend.tsx'
import type { EarlierPeriod } from '../compare/earlier.ts'
import { imageOfGroup, useImageWords } from '../image/draw-image.ts'
import { useOfferedImage } from '../image/image-source.ts'
import { spanText, useChartFormat } from '../report/use-chart-format.ts'
import type { Zooming } from '../report/use-zoom.ts'
import { curveOf, numberMembers, unitsText, type NumberMember } from './curves.ts'
import { GroupTimelines, useImageTimelines } from './group-timelines.tsx'
import type { GroupMember } from './use-group-reports.ts'

interface GroupDrawingProps {
  readonly members: readonly GroupMember[]
  /** What the members are called. */
  readonly names: readonly string[]
  readonly range: Range
  readonly whole: Range
  readonly timezone: string
  readonly zooming: Zooming
  /** The time under the crosshair, ms UTC. */
  readonly cursor: number | null
  /** The id of the sensor that stands out. */
  readonly emphasis: number | null
  /** The first sensor's curve over the whole period; null while it is not there. */
  readonly overview: ChartData | null
  readonly onCursor: (time: number | null) => void
  /** On how many pixels of the screen the curves are drawn. */
  readonly onPixels: (pixels: number) => void
  readonly marks: ChartMarks
  /** The earlier period that is drawn along; null: there is none. */
  readonly period: EarlierPeriod | null
}

/** The curves on their axes, below them what is a state or a text, and the whole period. */
export function GroupDrawing(props: GroupDrawingProps) {
  const { members, range, whole, timezone, zooming, cursor, emphasis, overview, onCursor } = props
  const { names, marks, period } = props
  const translate = useTranslations('history')
  const hour = useTranslations('common.units')('hour')
  const [layout, setLayout] = useState<ChartLayout>(noLayout)
  const { curves, left, right } = useMemo(
    () => numberMembers(members, names, hour),
    [members, names, hour],
  )
  const format = useGroupFormat(members, timezone, range)
  const picture = usePicture(curves, { range, emphasis, format, hasRight: right.length > 0, marks })
  const describe = useDescription(curves, format)
  const timelines = useImageTimelines(members, names, range)
  const words = useImageWords()
  const units = useMemo(() => [left, unitsText(right)] as const, [left, right])
  useOfferedImage(
    useCallback(() => {
      const named = curves.map(({ name, unit }) =>
        right.length > 0 && unit !== '' ? `${name}, ${unit}` : name,
      )
      return imageOfGroup({ picture, names: named, units, timelines: timelines() }, words())
    }, [picture, curves, right, units, timelines, words]),
  )
  const zoom = { onZoom: zooming.zoomTo, onBack: zooming.back }
  const isWaiting = members.every(({ data, error }) => data === null && error === null)
  if (isWaiting) return <Skeleton width="100%" height="100%" />
  return (
    <>
      <SpanMarks {...{ marks, range, layout }} label={translate('chart.marks')} />
      {period && <ComparedLegend {...{ period, timezone, dash: '6 2 1 2', reason: null }} />}
      <div className="history-chart">
        <GroupChart
          // With another axis it is another plot.
          key={String(right.length > 0)}
          {...{ picture, whole, describe, onCursor, onPick: marks.onPick, ...zoom }}
          units={units}
          onLayout={(drawn) => {
            setLayout(drawn)
            props.onPixels(drawn.pixels)
          }}
          label={translate('group.summary', {
            names: curves.map(({ name }) => name).join(', '),
            ...spanText(range, timezone),
          })}
          keysHint={translate('chart.keys')}
        />
      </div>
      <GroupTimelines {...{ members, names, range, layout, cursor }} />
      {overview && layout.width > 0 && (
        <div className="history-overview">
          <ChartOverview
            {...{ data: overview, whole, window: range, layout, format }}
            onWindow={zooming.zoomTo}
          />
        </div>
      )}
    </>
  )
}

/** How the axes write: values as the axis needs them, times as any chart does. */
function useGroupFormat(members: readonly GroupMember[], timezone: string, range: Range) {
  const [first] = members
  if (!first) throw new Error('a group has a sensor')
  return useChartFormat(first.sensor, timezone, range)
}

interface PictureParts extends Pick<GroupDrawingProps, 'range' | 'emphasis' | 'marks'> {
  readonly format: ChartFormat
  readonly hasRight: boolean
}

/** A single curve stands out by itself: its limits are drawn. */
function usePicture(curves: readonly NumberMember[], parts: PictureParts) {
  const { range, emphasis, format, hasRight, marks } = parts
  const gapName = useTranslations('history.chart')('gap')
  const found = curves.findIndex(({ sensor }) => sensor.id === emphasis)
  const index = found < 0 && curves.length === 1 ? 0 : found
  return useMemo(
    () =>
      groupPicture({
        ...{ range, gapName, format, hasRight },
        curves: curves.map((curve) => curveOf(curve, marks.levels)),
        emphasis: index < 0 ? null : index,
        ...{ spans: marks.spans, chosenSpan: marks.chosen },
      }),
    [curves, range, gapName, format, hasRight, index, marks],
  )
}

/** What all curves say at a time, in words. */
function useDescription(curves: readonly NumberMember[], { moment }: ChartFormat) {
  const translate = useTranslations('history')
  const named = useNamed()
  const { number, hours } = useFormat()
  return (time: number) => {
    const parts = curves.map(({ sensor, name, chart }) => {
      const index = entryAt(chart, time)
      if (index === null) return named(name, translate('chart.gap'))
      const { count, last } = cursorReading(chart.marked, index)
      if (count === 0) return named(name, translate('live.bad'))
      const { type, decimals, unit } = sensor
      const value = type === 'timer' ? hours(last).text : number(last, decimals)
      return named(name, `${value} ${unit}`)
    })
    return [moment(time), ...parts].join(', ')
  }
}
