import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useShownPast } from '#kit/web/past/shown-past.ts'
import { useConnection } from '#kit/web/live/index.ts'
import { serverClock } from '#kit/web/clock/server-clock.ts'

/**
 * How the live connection is: a word, a line, and while it is lost the time until the next
 * attempt.
 */
export function ConnectionMark() {
  const translate = useTranslations('shell.connection')
  const past = useTranslations('past')
  const { state, retryAt } = useConnection()
  const { isShown } = useShownPast()
  return (
    <span className="chip connection" data-state={state} data-past={isShown || undefined}>
      <svg
        className="connection-line"
        viewBox="0 0 14 10"
        fill="none"
        stroke="currentColor"
        aria-hidden="true"
      >
        <path
          d={state === 'live' ? 'M0 5h3.5l2-4 3 8 2-4H14' : 'M0 5h14'}
          strokeDasharray={state === 'live' ? undefined : '2 2'}
        />
      </svg>
      <b role="status">{isShown && state === 'live' ? past('mark') : translate(state)}</b>
      {retryAt !== null && <Countdown key={retryAt} until={retryAt} />}
    </span>
  )
}

/** Not read out: a screen reader would announce a number every second. */
function Countdown({ until }: { readonly until: number }) {
  const translate = useTranslations('shell.connection')
  const [left, setLeft] = useState(() => until - serverClock.elapsed())
  useEffect(() => {
    const timer = setInterval(() => setLeft(until - serverClock.elapsed()), 250)
    return () => clearInterval(timer)
  }, [until])
  const seconds = Math.ceil(left / 1_000)
  return (
    <span className="wide-only" aria-hidden="true">
      {seconds > 0 ? translate('retryIn', { seconds: String(seconds) }) : translate('now')}
    </span>
  )
}
