import { useEffect, useRef, useState } from 'react'
import { useActiveAlarms } from '#kit/web/alarms/alarm-source.ts'
import { mostUrgentNew } from './most-urgent-new.ts'
import { useSoundChoice } from './sound-choice.ts'
import { playTone } from './tone.ts'

/** A flood sounds as one alarm after the other, at most this often. */
const pauseMs = 3_000

/**
 * Plays a tone when an alarm comes that the person wants to hear. Gives whether the browser did
 * not let it, until it did once.
 */
export function useAlarmSound(person: number): { readonly isBlocked: boolean } {
  const alarms = useActiveAlarms()
  const choice = useSoundChoice(person)
  const seen = useRef<ReadonlySet<string>>(undefined)
  const lastAt = useRef(-Infinity)
  const [isBlocked, setBlocked] = useState(false)
  useEffect(() => {
    // While the connection is lost nothing is known, and nothing of before becomes new by that.
    if (!alarms) return
    const priority = mostUrgentNew(seen.current, alarms, choice)
    seen.current = new Set(alarms.map(({ id }) => id))
    if (priority === null || performance.now() - lastAt.current < pauseMs) return
    lastAt.current = performance.now()
    setBlocked(playTone(priority) === 'blocked')
  }, [alarms, choice])
  return { isBlocked }
}
