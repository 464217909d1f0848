import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Sensor } from '#kit/model/sensor.ts'
import type { ChartPicture, TimeRange } from '#kit/ui/chart/data/model.ts'
import type { Segment } from '#kit/ui/chart/data/segments.ts'
import type { ChartMarks } from '#kit/ui/chart/data/spans.ts'
import type { GroupPicture } from '#kit/ui/chart/group/group-picture.ts'
import type { ImageTimeline } from '#kit/ui/chart/image/chart-image.ts'
import type { StateStyle } from '#kit/ui/chart/state-chart/state-style.ts'
import type { DrawnImage } from './image-source.ts'

/** Words of every picture. */
export function useImageWords() {
  const translate = useTranslations('history')
  return useCallback(
    () => ({
      gapName: translate('chart.gap'),
      badName: translate('live.bad'),
      uncertainName: translate('live.uncertain'),
      comparedName: translate('image.earlier'),
    }),
    [translate],
  )
}

type Words = ReturnType<ReturnType<typeof useImageWords>>

/** Of a time that is picked alone nothing is shown. */
const drawnSpans = (spans: ChartMarks['spans']) => spans.filter(({ key }) => key !== 'picked')

/** The picture of one curve. */
export function imageOfCurve(
  picture: ChartPicture,
  { alias }: Pick<Sensor, 'alias'>,
  unit: string,
  words: Words,
): DrawnImage {
  const { data, range, valueRange, limits, limitNames, levels, format, spans, comparison } = picture
  const { line, qualitySpans, gaps } = data
  const curve = {
    ...{ name: alias, line, side: 0 as const, colour: 'var(--pen-1)', dash: [], ...qualitySpans },
    comparison: comparison?.line ?? null,
  }
  return {
    ...{ ...words, range, gaps, format, timelines: [], curves: [curve], spans: drawnSpans(spans) },
    axes: [{ unit, range: valueRange }, null],
    limits: [
      ...(['upper', 'lower'] as const).flatMap((side) => {
        const value = limits[side]
        const { name, figure } = limitNames[side]
        return value === null ? [] : [{ value, text: `${name} ${figure}` }]
      }),
      ...levels.map(({ value, label, colour }) => ({ value, text: label, colour })),
    ],
    comparedName: comparison ? words.comparedName : null,
  }
}

interface GroupParts {
  readonly picture: GroupPicture
  /** Of the curves, in their order. */
  readonly names: readonly string[]
  readonly units: readonly [left: string, right: string]
  readonly timelines: readonly ImageTimeline[]
}

/** The picture of several curves, and state timelines below them. */
export function imageOfGroup(
  { picture, names, units, timelines }: GroupParts,
  words: Words,
): DrawnImage {
  const { curves, range, valueRanges, gaps, format, spans } = picture
  const [left, right] = valueRanges
  return {
    ...{ ...words, range, gaps, format, timelines, spans: drawnSpans(spans), limits: [] },
    curves: curves.map(({ data, side, pen, dash, comparison }, index) => ({
      ...{ name: names[index] ?? '', line: data.line, side, dash, ...data.qualitySpans },
      ...{ colour: `var(${pen})`, comparison: comparison?.line ?? null },
    })),
    axes: [{ unit: units[0], range: left }, right && { unit: units[1], range: right }],
    comparedName: curves.some(({ comparison }) => comparison) ? words.comparedName : null,
  }
}

/** A timeline of a picture. */
export function imageTimeline(
  name: string,
  segments: readonly Segment[],
  { gaps, bad }: { readonly gaps: readonly TimeRange[]; readonly bad: readonly TimeRange[] },
  styleOf: (state: string | null) => StateStyle,
): ImageTimeline {
  const blocks = segments.map(({ from, to, state }) => ({ from, to, ...styleOf(state) }))
  return { name, blocks, gaps, bad }
}
