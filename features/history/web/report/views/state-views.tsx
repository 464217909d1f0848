import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Sensor } from '#kit/model/sensor.ts'
import type { QualitySpans } from '#kit/ui/chart/data/flagged.ts'
import type { ChartFormat, TimeRange } from '#kit/ui/chart/data/model.ts'
import type { Segment } from '#kit/ui/chart/data/segments.ts'
import type { ChartMarks } from '#kit/ui/chart/data/spans.ts'
import { qualitiesWithin } from '#kit/ui/chart/data/quality-spans.ts'
import { StateChart } from '#kit/ui/chart/state-chart/state-chart.tsx'
import { ComparedTimeline } from '../../compare/compared-timeline.tsx'
import type { Compared } from '../../compare/use-compared.ts'
import type { StateTimes } from '../../../contract/state-times.ts'
import { onAxis } from '../../compare/on-axis.ts'
import { imageTimeline, useImageWords } from '../../image/draw-image.ts'
import { useOfferedImage, type DrawnImage } from '../../image/image-source.ts'
import { spanText } from '../use-chart-format.ts'
import { badPattern, useShares, useStateStyle } from './state-shares.tsx'
import { StateTable } from './state-table.tsx'
import './state-views.css'

interface StateViewProps {
  readonly sensor: Sensor
  readonly segments: readonly Segment[]
  readonly gaps: readonly TimeRange[]
  /** Where the states are bad or uncertain. */
  readonly qualitySpans: QualitySpans
  readonly range: TimeRange
  /** The whole period. */
  readonly whole: TimeRange
  /** Of which time the states are: of the range before, while that of another is on its way. */
  readonly covered: TimeRange
  readonly times: StateTimes
  readonly format: ChartFormat
  readonly timezone: string
  readonly marks: ChartMarks
  readonly compared: Compared | null
  readonly onZoom: (span: TimeRange) => void
  readonly onBack: () => void
}

/** A lamp or a detector over time: the timeline, and each state, or bad time, as a row below it. */
export function StateView({
  sensor,
  segments,
  gaps,
  qualitySpans,
  range,
  whole,
  covered,
  times,
  format,
  timezone,
  marks,
  compared,
  onZoom,
  onBack,
}: StateViewProps) {
  const translate = useTranslations('history.states')
  const label = useStateSummary({
    ...{ sensor, segments, times, timezone },
    range: covered,
  })
  const styleOf = useStateStyle(sensor)
  const marksLabel = useTranslations('history.chart')('marks')
  const qualities = useTranslations('history.live')
  const qualityNames = { bad: qualities('bad'), uncertain: qualities('uncertain') }
  const wordsOf = (segment: Segment) =>
    qualitiesWithin(qualitySpans, segment).map((quality) => qualityNames[quality])
  useStateImage({ sensor, segments, gaps, qualitySpans, range, format, marks, compared })
  const isShown = ({ from, to }: TimeRange) => to > range.from && from < range.to
  const shown = segments.filter(isShown)
  const badStyle = { colour: badPattern, word: qualityNames.bad }
  const rows = [
    ...shown.map((each) => ({ ...each, style: styleOf(each.state), words: wordsOf(each) })),
    ...qualitySpans.bad
      .filter((each) => isShown(each) && each.from < each.to)
      .map((each) => ({ ...each, style: badStyle, words: [] })),
  ].toSorted((one, other) => other.from - one.from)
  return (
    <div className="history-states">
      <StateChart
        {...{ segments: shown, gaps, qualitySpans, qualityNames, range, format, styleOf }}
        {...{ whole, onZoom, onBack, marks }}
        marksLabel={marksLabel}
        label={label}
        keysHint={translate('keys')}
        describe={(segment) =>
          translate('one', {
            state: [styleOf(segment.state).word, ...wordsOf(segment)].join(' · '),
            ...spanText(segment, timezone),
          })
        }
      />
      {compared && <ComparedTimeline {...{ sensor, compared, range, timezone }} />}
      <StateTable {...{ rows, timezone }} label={sensor.alias} />
    </div>
  )
}

/** Its picture: the timeline, and under it that of the earlier period. */
function useStateImage({
  sensor,
  segments,
  gaps,
  qualitySpans,
  range,
  format,
  marks,
  compared,
}: Omit<StateViewProps, 'whole' | 'covered' | 'times' | 'timezone' | 'onZoom' | 'onBack'>) {
  const styleOf = useStateStyle(sensor)
  const words = useImageWords()
  const { spans } = marks
  const earlier = compared?.data?.kind === 'states' ? compared.data : null
  const shifts = compared?.period.shiftedSpans
  useOfferedImage(
    useCallback((): DrawnImage => {
      const parts = words()
      const shown = { segments, gaps, bad: qualitySpans.bad }
      const before = earlier &&
        shifts && {
          segments: onAxis(earlier.segments, shifts),
          gaps: onAxis(earlier.gaps, shifts),
          bad: onAxis(earlier.qualitySpans.bad, shifts),
        }
      return {
        ...{ ...parts, range, format, curves: [], gaps: [], limits: [], axes: [null, null] },
        comparedName: null,
        spans: spans.filter(({ key }) => key !== 'picked'),
        timelines: [
          imageTimeline(sensor.alias, shown.segments, shown, styleOf),
          ...(before ? [imageTimeline(parts.comparedName, before.segments, before, styleOf)] : []),
        ],
      }
    }, [
      sensor,
      segments,
      gaps,
      qualitySpans,
      range,
      format,
      spans,
      earlier,
      shifts,
      styleOf,
      words,
    ]),
  )
}

/** What a state timeline shows, in words. */
function useStateSummary(
  props: Pick<StateViewProps, 'sensor' | 'segments' | 'range' | 'times' | 'timezone'>,
): string {
  const { sensor, segments, range, timezone } = props
  const translate = useTranslations('history.states')
  const styleOf = useStateStyle(sensor)
  const shares = useShares(props)
  return translate('summary', {
    name: sensor.alias,
    ...spanText(range, timezone),
    shares: shares.map(({ style, percent }) => `${style.word} ${percent}`).join(', '),
    last: styleOf(segments.findLast(({ from }) => from < range.to)?.state ?? null).word,
  })
}
