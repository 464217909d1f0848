import { useEffect, useState } from 'react'
import { serverClock } from '../clock/server-clock.ts'

/** The server's time in ms UTC, renewed every `everyMs` and whenever it was corrected. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => serverClock.now())
  useEffect(() => {
    const renew = () => setNow(serverClock.now())
    renew()
    const timer = setInterval(renew, everyMs)
    const stop = serverClock.onCorrection(renew)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [everyMs])
  return now
}
