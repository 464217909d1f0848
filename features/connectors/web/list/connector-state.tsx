import { useTranslations } from 'use-intl'
import type { Connector } from '#features/connectors/contract/connector.ts'
import { noFigure } from '#kit/web/formats/number.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useNow } from '#kit/web/formats/use-now.ts'
import { useFailureText } from './use-failure-text.ts'

const second = 1_000

/** A mark with its word, since when, and when the next try is. */
export function ConnectorStateMark({ connector }: { readonly connector: Connector }) {
  const translate = useTranslations('connectors.state')
  const format = useFormat()
  const now = useNow(second)
  const { state, since, nextTryAt } = connector.status
  return (
    <span className="connector-state">
      <span className="connector-mark" data-state={state}>
        {translate(state)}
      </span>
      <small className="number">
        {state === 'failing' && nextTryAt !== null
          ? translate('nextTry', { time: format.age(Math.max(0, nextTryAt - now)) })
          : translate('since', { time: format.moment(since, now) })}
      </small>
    </span>
  )
}

/** Readings a second, and when the last came. */
export function ConnectorRate({ connector }: { readonly connector: Connector }) {
  const translate = useTranslations('connectors.rate')
  const format = useFormat()
  const now = useNow(second)
  const { rate, lastReadingAt, state } = connector.status
  if (state === 'paused' && lastReadingAt === null) return noFigure
  return (
    <span className="connector-lines">
      <span className="number">
        {translate('perSecond', { rate: format.number(rate, rate > 0 && rate < 10 ? 1 : 0) })}
      </span>
      <small className="number">
        {lastReadingAt === null
          ? translate('none')
          : translate('ago', { age: format.age(now - lastReadingAt) })}
      </small>
    </span>
  )
}

/** Why it failed last, in our words and those of the other side, and when. */
export function LastFailure({ connector }: { readonly connector: Connector }) {
  const translate = useTranslations('connectors.list')
  const textOf = useFailureText()
  const format = useFormat()
  const now = useNow(30 * second)
  const { lastFailure, state } = connector.status
  if (lastFailure === null) return <span className="connector-none">{translate('noFailure')}</span>
  const { detail, at } = lastFailure
  return (
    <span className="connector-lines connector-failure" data-present={state === 'failing'}>
      <span title={detail}>{textOf(lastFailure)}</span>
      <small>
        <time className="number" dateTime={new Date(at).toISOString()}>
          {format.moment(at, now, 'second')}
        </time>
        {detail !== '' && <span lang="en"> · {detail}</span>}
      </small>
    </span>
  )
}
