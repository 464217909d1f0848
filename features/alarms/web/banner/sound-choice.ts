import { useMemo } from 'react'
import { z } from 'zod'
import { alarmPriorities, type AlarmPriority } from '#kit/web/alarms/alarm-source.ts'
import { readText, storeText, useStoredText } from '#kit/web/browser/stored-text.ts'

/** Which new alarms make a sound. */
export type SoundChoice = Readonly<Record<AlarmPriority, boolean>>

const storageKey = 'warroom-alarm-sound'
/** Only what cannot wait sounds until a person chooses more. */
const usual: SoundChoice = { 1: true, 2: false, 3: false }

const Stored = z.record(z.string(), z.object({ 1: z.boolean(), 2: z.boolean(), 3: z.boolean() }))
type Stored = z.infer<typeof Stored>

function choicesOf(text: string | null): Stored {
  try {
    return Stored.parse(JSON.parse(text ?? '{}'))
  } catch {
    return {}
  }
}

/** Which alarms sound for this person in this browser, the same in all tabs. */
export function useSoundChoice(person: number): SoundChoice {
  const text = useStoredText(storageKey)
  return useMemo(() => choicesOf(text)[String(person)] ?? usual, [text, person])
}

/** Turns the sound of a priority on or off, for this person in this browser. */
export function setSound(person: number, priority: AlarmPriority, isOn: boolean): void {
  const before = choicesOf(readText(storageKey))
  const own = { ...(before[String(person)] ?? usual), [priority]: isOn }
  storeText(storageKey, JSON.stringify({ ...before, [String(person)]: own }))
}

/** Whether any alarm sounds. */
export const hasSound = (choice: SoundChoice): boolean =>
  alarmPriorities.some((priority) => choice[priority])
