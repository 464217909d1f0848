import type { BaseLogger } from 'pino'
import type { Bus, SetBack } from '../bus.ts'
import type { Clock } from '../clock.ts'
import { SetBackDetector } from './set-back.ts'

const checkIntervalMs = 1_000

interface Watched {
  readonly clock: Clock
  readonly bus: Pick<Bus, 'emit'>
  readonly log: Pick<BaseLogger, 'warn'>
}

/**
 * Looks at the clock once a second and announces on the bus when it was set back; what it returns
 * ends that. `seenMs` is the latest time that the clock is known to have reported before (ms UTC):
 * a clock that is behind it was set back while no server ran.
 */
export function watchClock({ clock, bus, log }: Watched, seenMs: number): () => void {
  const detector = new SetBackDetector(clock)
  const announce = (setBack: SetBack | null) => {
    if (setBack === null) return
    log.warn(setBack, 'the clock was set back')
    bus.emit('clockSetBack', setBack)
  }
  const { now } = detector.check()
  announce(seenMs > now ? { byMs: seenMs - now, now, withinMs: null } : null)
  const timer = setInterval(() => announce(detector.check().setBack), checkIntervalMs).unref()
  return () => clearInterval(timer)
}
