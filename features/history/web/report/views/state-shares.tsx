import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Sensor } from '#kit/model/sensor.ts'
import { lampColourOf } from '#kit/model/states.ts'
import type { StateStyle } from '#kit/ui/chart/state-chart/state-style.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { StateTimes } from '../../../contract/state-times.ts'
import { stateStyle, type StateWords } from './state-style.ts'
import './state-views.css'

/** What states are called in the language of the page. */
export function useStateWords(): StateWords {
  const translate = useTranslations('history.statistics')
  const common = useTranslations('common')
  return useMemo(
    () => ({
      on: translate('on'),
      off: translate('off'),
      changing: translate('changing'),
      colour: (colour) => common(`colours.${colour}`),
    }),
    [translate, common],
  )
}

export function useStateStyle(sensor: Sensor): (state: string | null) => StateStyle {
  const words = useStateWords()
  return useMemo(() => stateStyle(sensor, words), [sensor, words])
}

/** A state in the colour that it has on its widget. */
export function StateWord({ style }: { readonly style: StateStyle }) {
  return (
    <span className="history-state">
      <i style={{ background: style.colour }} />
      {style.word}
    </span>
  )
}

interface SharesProps {
  readonly sensor: Sensor
  readonly times: StateTimes
}

/** Hatched, as the timeline is there. */
export const badPattern =
  'repeating-linear-gradient(-45deg, var(--bad-strike) 0 1.5px, transparent 1.5px 4px)'
/** A smaller share of unknown time is what a change takes to be noticed. */
const noticeableShare = 0.0005

/** How much of the time that has passed each state lasted; in none: bad, and without data. */
export function useShares({ sensor, times }: SharesProps) {
  const translate = useTranslations('history.chart')
  const qualities = useTranslations('history.live')
  const styleOf = useStateStyle(sensor)
  const { number } = useFormat()
  const { shares, badMs, gapMs, passedMs } = times
  const share = (ms: number) => ms / Math.max(1, passedMs)
  const unknown = [
    { key: 'bad', ms: badMs, style: { colour: badPattern, word: qualities('bad') } },
    { key: 'gap', ms: gapMs, style: { colour: 'none', word: translate('gap') } },
  ]
  return [
    ...shares.map(({ state, ms }) => ({
      ...{ key: `state ${state}`, state, ms },
      style: styleOf(state),
    })),
    ...unknown
      .filter(({ ms }) => share(ms) >= noticeableShare)
      .map((each) => ({ ...each, state: null })),
  ].map((each) => ({ ...each, percent: `${number(share(each.ms) * 100, 1)} %` }))
}

interface StateSharesProps extends SharesProps {
  readonly title: string
}

/** How much of the time each state lasted, and what is counted of them. */
export function StateShares({ title, ...props }: StateSharesProps) {
  const translate = useTranslations('history.statistics')
  const { duration } = useFormat()
  const shares = useShares(props)
  return (
    <section className="history-statistics">
      <h3>
        <span className="clip" title={title}>
          {title}
        </span>
      </h3>
      <p className="history-share-label">{translate('share')}</p>
      <div className="history-share" aria-hidden="true">
        {shares.map(({ key, ms, style }) => (
          <i key={key} style={{ flexGrow: ms, background: style.colour }} />
        ))}
      </div>
      <ul className="history-shares">
        {shares.map(({ key, ms, style, percent }) => (
          <li key={key}>
            <StateWord style={style} />
            <span className="history-share-time number">{duration(ms)}</span>
            <b className="number">{percent}</b>
          </li>
        ))}
      </ul>
      <StateCounts {...props} />
    </section>
  )
}

/** How often a state changed, and how much of the time that has passed a lamp was green. */
function StateCounts({ sensor, times }: SharesProps) {
  const translate = useTranslations('history.statistics')
  const { number } = useFormat()
  const { shares, passedMs, changes, isEstimated } = times
  const about = isEstimated ? '≈ ' : ''
  const greenMs = shares
    .filter(({ state }) => state !== null && lampColourOf(sensor, state) === 'green')
    .reduce((sum, { ms }) => sum + ms, 0)
  return (
    <dl className="history-counts">
      {sensor.type === 'lamp' && passedMs > 0 && (
        <div>
          <dt>{translate('availability')}</dt>
          <dd className="number">{`${about}${number((greenMs / passedMs) * 100, 1)} %`}</dd>
        </div>
      )}
      <div>
        <dt>{translate('changes')}</dt>
        <dd className="number">{about + number(changes)}</dd>
      </div>
    </dl>
  )
}
