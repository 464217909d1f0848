import { useCallback, useMemo, useState } from 'react'
import type { Alarm } from '../../../contract/alarm.ts'
import { keepOrder, type ShownAlarm } from './arrange.ts'
import { heldThen, noHold, withHold, type Held, type Hold } from './held.ts'

interface HeldList {
  readonly rows: readonly ShownAlarm[]
  /** How many are not in the list yet. */
  readonly added: number
  /** There is a reason to stand still, or no more; without any the list follows. */
  readonly hold: (hold: Hold, isThere: boolean) => void
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
  const [holds, setHolds] = useState(noHold)
  const [held, setHeld] = useState<Held | null>(null)
  const next = heldThen(held, holds, { key, alarms: arranged })
  if (next !== held) setHeld(next)
  const still = next?.alarms
  const shown = useMemo(() => keepOrder(still ?? arranged, arranged, all), [still, arranged, all])
  const hold = useCallback(
    (reason: Hold, isThere: boolean) => setHolds((before) => withHold(before, reason, isThere)),
    [],
  )
  return { ...shown, hold, renew: () => setHeld({ key, alarms: arranged }) }
}
