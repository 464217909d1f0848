import { z } from 'zod'
import { create } from 'zustand'
import { alarmPriorities, type AlarmPriority } from '#kit/web/alarms/alarm-source.ts'

/** Which new alarms make a sound. */
export type SoundChoice = Readonly<Record<AlarmPriority, boolean>>

const storageKey = 'warroom-alarm-sound'
/** Only what cannot wait sounds until a person chooses more. */
const usual: SoundChoice = { 1: true, 2: false, 3: false }

const Stored = z.record(z.string(), z.object({ 1: z.boolean(), 2: z.boolean(), 3: z.boolean() }))
type Stored = z.infer<typeof Stored>

function storedChoices(): Stored {
  try {
    return Stored.parse(JSON.parse(localStorage.getItem(storageKey) ?? '{}'))
  } catch {
    return {}
  }
}

const useChoices = create<{ readonly people: Stored }>(() => ({ people: storedChoices() }))

/** Which alarms sound for this person in this browser. */
export const useSoundChoice = (person: number): SoundChoice =>
  useChoices(({ people }) => people[String(person)]) ?? usual

/** Turns the sound of a priority on or off, for this person in this browser. */
export function setSound(person: number, priority: AlarmPriority, isOn: boolean): void {
  const before = useChoices.getState().people
  const own = { ...(before[String(person)] ?? usual), [priority]: isOn }
  const people = { ...before, [String(person)]: own }
  useChoices.setState({ people })
  try {
    localStorage.setItem(storageKey, JSON.stringify(people))
  } catch {
    // A browser that stores nothing loses the choice with the page.
  }
}

/** Whether any alarm sounds. */
export const hasSound = (choice: SoundChoice): boolean =>
  alarmPriorities.some((priority) => choice[priority])
