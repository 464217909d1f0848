import { useMemo, useState } from 'react'
import type { Alarm } from '../../../contract/alarm.ts'
import { keepOrder, type ShownAlarm } from './arrange.ts'

interface HeldList {
  readonly rows: readonly ShownAlarm[]
  /** How many are not in the list yet. */
  readonly added: number
  /** From now on the list stands still. */
  readonly hold: () => void
  /** It follows again. */
  readonly release: () => void
  /** What has come meanwhile comes into the list, which stands still again. */
  readonly renew: () => void
}

/**
 * Keeps the list from moving under a pointer or a selection: what is new is counted, what has ended
 * stays where it was. Another question (`key`) is answered at once.
 */
export function useHeldList(
  arranged: readonly Alarm[],
  all: readonly Alarm[],
  key: string,
): HeldList {
  const [held, setHeld] = useState<{ key: string; alarms: readonly Alarm[] } | null>(null)
  const still = held !== null && held.key === key ? held.alarms : null
  const shown = useMemo(() => keepOrder(still ?? arranged, arranged, all), [still, arranged, all])
  return {
    ...shown,
    hold: () =>
      setHeld((now) => (now !== null && now.key === key ? now : { key, alarms: arranged })),
    release: () => setHeld(null),
    renew: () => setHeld({ key, alarms: arranged }),
  }
}
