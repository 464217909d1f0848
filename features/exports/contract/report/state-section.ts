import type { ReportData } from '#features/history/contract/report-data.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { ReportAnnotation } from './annotations.ts'
import type { Block, Share } from './document.ts'
import type { SectionContext } from './section.ts'
import { stateDrawing, stateStyle } from './state-drawing.ts'

/** A share of unknown time below this is what a change takes to be noticed. */
const noticeableShare = 0.0005

/** How long a lamp or a detector was in each state, and when. */
export function stateBlocks(
  sensor: Sensor,
  { segments, qualitySpans, gaps, times }: Extract<ReportData, { readonly kind: 'states' }>,
  { words, format, range }: SectionContext,
  { name, shown }: { readonly name: string; readonly shown: readonly ReportAnnotation[] },
): Block[] {
  const styleOf = stateStyle(sensor, words)
  const { shares, badMs, gapMs, passedMs, changes, isEstimated } = times
  const whole = Math.max(1, passedMs)
  const share = (ms: number) => ({ time: format.duration(ms), percent: format.percent(ms / whole) })
  const unknown = [
    { tone: 'bad' as const, name: words.bad, ms: badMs },
    { tone: 'gap' as const, name: words.noData, ms: gapMs },
  ].filter(({ ms }) => ms / whole >= noticeableShare)
  const listed: Share[] = [
    ...shares.map(({ state, ms }) => ({ ...styleOf(state), ...share(ms) })),
    ...unknown.map(({ ms, ...each }) => ({ ...each, ...share(ms) })),
  ]
  const listedShares = listed.map((each) => `${each.name} ${each.percent}`).join(', ')
  return [
    {
      kind: 'drawing',
      drawing: stateDrawing({
        ...{ segments, gaps, bad: qualitySpans.bad, range, styleOf, format },
        annotations: shown,
        text: `${words.statesOf} ${name}: ${listedShares}`,
      }),
    },
    { kind: 'shares', shares: listed },
    {
      kind: 'text',
      text: `${words.stateChanges}: ${isEstimated ? '≈ ' : ''}${format.number(changes, 0)}`,
    },
  ]
}
