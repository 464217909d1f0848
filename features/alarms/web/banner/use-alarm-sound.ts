import { useEffect, useState } from 'react'
import { useActiveAlarms } from '#kit/web/alarms/alarm-source.ts'
import { AlarmSounds } from './alarm-sounds.ts'
import { useSoundChoice } from './sound-choice.ts'
import { playTone } from './tone.ts'

function after(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}

/**
 * Plays a tone when an alarm comes that the person wants to hear. Gives whether the browser did
 * not let it, until it did once.
 */
export function useAlarmSound(person: number): { readonly isBlocked: boolean } {
  const alarms = useActiveAlarms()
  const choice = useSoundChoice(person)
  const [isBlocked, setBlocked] = useState(false)
  const [sounds] = useState(
    () =>
      new AlarmSounds({
        ...{ now: () => performance.now(), after, play: playTone },
        onPlayed: (played) => setBlocked(played === 'blocked'),
      }),
  )
  useEffect(() => {
    // While the connection is lost nothing is known, and nothing of before becomes new by that.
    if (alarms) sounds.follow(alarms, choice)
  }, [sounds, alarms, choice])
  useEffect(() => () => sounds.stop(), [sounds])
  return { isBlocked }
}
