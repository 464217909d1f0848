import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Sensor } from '#kit/model/sensor.ts'
import type { Stretches } from '#kit/ui/chart/data/flagged.ts'
import type { ChartFormat, TimeRange } from '#kit/ui/chart/data/model.ts'
import { stateShares, type Segment } from '#kit/ui/chart/data/segments.ts'
import { doubtsWithin } from '#kit/ui/chart/data/state-stretches.ts'
import { StateChart } from '#kit/ui/chart/state-chart/state-chart.tsx'
import type { StateLook } from '#kit/ui/chart/state-chart/state-blocks.tsx'
import { formatDateTime } from '#kit/web/formats/format.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { spanText } from '../use-chart-format.ts'
import { stateLook } from './state-look.ts'
import './state-views.css'
import './table.css'

/** Most rows that the list of states shows. */
const rowLimit = 200

export function useStateLook(sensor: Sensor): (state: string | null) => StateLook {
  const translate = useTranslations('history.statistics')
  const common = useTranslations('common')
  return useMemo(
    () =>
      stateLook(sensor, {
        on: translate('on'),
        off: translate('off'),
        changing: translate('changing'),
        colour: (colour) => common(`colours.${colour}`),
      }),
    [sensor, translate, common],
  )
}

interface StateViewProps {
  readonly sensor: Sensor
  readonly segments: readonly Segment[]
  readonly gaps: readonly TimeRange[]
  /** Where the states are bad or uncertain. */
  readonly stretches: Stretches
  readonly range: TimeRange
  /** What has not happened yet is no part of any share, ms UTC. */
  readonly until: number
  readonly format: ChartFormat
  readonly timezone: string
  readonly onZoom: (span: TimeRange) => void
  readonly onBack: () => void
}

/** A lamp or a detector over time: the strip, and every state as a row below it. */
export function StateView({
  sensor,
  segments,
  gaps,
  stretches,
  range,
  until,
  format,
  timezone,
  onZoom,
  onBack,
}: StateViewProps) {
  const translate = useTranslations('history.states')
  const { duration, number } = useFormat()
  const label = useStateSummary({ sensor, segments, range, until, timezone })
  const lookOf = useStateLook(sensor)
  const qualities = useTranslations('history.live')
  const qualityNames = { bad: qualities('bad'), uncertain: qualities('uncertain') }
  const wordsOf = (segment: Segment) =>
    doubtsWithin(stretches, segment).map((doubt) => qualityNames[doubt])
  const shown = segments.filter(({ from, to }) => to > range.from && from < range.to)
  const rows = shown.toReversed().slice(0, rowLimit)
  return (
    <div className="history-states">
      <StateChart
        {...{ segments: shown, gaps, stretches, qualityNames, range, format, lookOf }}
        {...{ onZoom, onBack }}
        label={label}
        keysHint={translate('keys')}
        describe={(segment) =>
          translate('one', {
            state: [lookOf(segment.state).word, ...wordsOf(segment)].join(' · '),
            ...spanText(segment, timezone),
          })
        }
      />
      {/* What scrolls must be reachable by keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="history-table" tabIndex={0} role="group" aria-label={sensor.alias}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{translate('from')}</th>
              <th scope="col">{translate('to')}</th>
              <th scope="col">{translate('state')}</th>
              <th scope="col" className="right">
                {translate('duration')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((segment) => {
              const { from, to, state } = segment
              return (
                <tr key={from}>
                  <td className="number">{formatDateTime(from, timezone)}</td>
                  <td className="number">{formatDateTime(to, timezone)}</td>
                  <td className="strong">
                    <StateWord look={lookOf(state)} />
                    {wordsOf(segment).map((word) => ` · ${word}`)}
                  </td>
                  <td className="number right">{duration(to - from)}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
        {shown.length > rowLimit && (
          <p className="history-table-note">
            {translate('truncated', { figure: number(rowLimit) })}
          </p>
        )}
      </div>
    </div>
  )
}

/** What a strip of states shows, in words. */
function useStateSummary(
  props: Pick<StateViewProps, 'sensor' | 'segments' | 'range' | 'until' | 'timezone'>,
): string {
  const { sensor, segments, range, timezone } = props
  const translate = useTranslations('history.states')
  const lookOf = useStateLook(sensor)
  const shares = useShares(props)
  return translate('summary', {
    name: sensor.alias,
    ...spanText(range, timezone),
    shares: shares.map(({ look, percent }) => `${look.word} ${percent}`).join(', '),
    last: lookOf(segments.findLast(({ from }) => from < range.to)?.state ?? null).word,
  })
}

function StateWord({ look }: { readonly look: StateLook }) {
  return (
    <span className="history-state">
      <i style={{ background: look.colour }} />
      {look.word}
    </span>
  )
}

type SharesProps = Pick<StateViewProps, 'sensor' | 'segments' | 'range' | 'until'>

/** A smaller share of unknown time is what a change takes to be noticed. */
const noticeableShare = 0.0005

/** How much of the time that has passed each state lasted, and how much is in none. */
function useShares({ sensor, segments, range, until }: SharesProps) {
  const translate = useTranslations('history.chart')
  const lookOf = useStateLook(sensor)
  const { number } = useFormat()
  const passed = { from: range.from, to: Math.max(range.from + 1, Math.min(range.to, until)) }
  const { unknownMs, shares } = stateShares(segments, passed)
  const share = (ms: number) => ms / (passed.to - passed.from)
  const unknown = {
    key: 'unknown',
    ms: unknownMs,
    look: { colour: 'none', word: translate('gap') },
  }
  return [
    ...shares.map(({ state, ms }) => ({ key: `state ${state}`, ms, look: lookOf(state) })),
    ...(share(unknownMs) < noticeableShare ? [] : [unknown]),
  ].map((each) => ({ ...each, percent: `${number(share(each.ms) * 100, 1)} %` }))
}

/** How much of the time each state lasted. */
export function StateShares(props: SharesProps) {
  const { sensor } = props
  const translate = useTranslations('history.statistics')
  const shares = useShares(props)
  return (
    <section className="history-statistics">
      <h3>
        <span className="clip" title={sensor.alias}>
          {sensor.alias}
        </span>
      </h3>
      <p className="history-share-label">{translate('share')}</p>
      <div className="history-share" aria-hidden="true">
        {shares.map(({ key, ms, look }) => (
          <i key={key} style={{ flexGrow: ms, background: look.colour }} />
        ))}
      </div>
      <ul className="history-shares">
        {shares.map(({ key, look, percent }) => (
          <li key={key}>
            <StateWord look={look} />
            <b className="number">{percent}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}
