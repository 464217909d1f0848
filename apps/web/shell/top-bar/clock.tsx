import { useEffect, useState } from 'react'
import { serverClock } from '#kit/web/clock/server-clock.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'

/** The site's time with day and date, by the server's clock, changing with the second. */
export function Clock() {
  const now = useSecond()
  const format = useFormat()
  return (
    <time className="clock" dateTime={new Date(now).toISOString()}>
      <span className="words">
        {format.weekday(now)} {format.date(now)}
      </span>
      <b>{format.clock(now)}</b>
    </time>
  )
}

/** The server's time in ms UTC, renewed at the beginning of every second. */
function useSecond(): number {
  const [now, setNow] = useState(() => serverClock.now())
  useEffect(() => {
    const timer = setTimeout(() => setNow(serverClock.now()), 1_000 - (now % 1_000) + 5)
    return () => clearTimeout(timer)
  }, [now])
  return now
}
