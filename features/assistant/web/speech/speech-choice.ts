import { z } from 'zod'
import { create } from 'zustand'

/** How answers are read to a person. */
export interface SpeechChoice {
  readonly isMuted: boolean
  /** In Traditional Chinese, as usual, or in the language of the interface. */
  readonly language: 'chinese' | 'interface'
}

const storageKey = 'warroom-assistant-speech'

const usual: SpeechChoice = { isMuted: false, language: 'chinese' }

const Stored = z.record(
  z.string(),
  z.object({ isMuted: z.boolean(), language: z.enum(['chinese', 'interface']) }),
)
type Stored = z.infer<typeof Stored>

function storedChoices(): Stored {
  try {
    return Stored.parse(JSON.parse(localStorage.getItem(storageKey) ?? '{}'))
  } catch {
    return {}
  }
}

const useChoices = create<{ readonly people: Stored }>(() => ({ people: storedChoices() }))

/** What this person chose in this browser. */
export const useSpeechChoice = (person: number): SpeechChoice =>
  useChoices(({ people }) => people[String(person)]) ?? usual

/** Changes a part of it, for this person in this browser. */
export function changeSpeech(person: number, part: Partial<SpeechChoice>): void {
  const before = useChoices.getState().people
  const people = { ...before, [String(person)]: { ...(before[String(person)] ?? usual), ...part } }
  useChoices.setState({ people })
  try {
    localStorage.setItem(storageKey, JSON.stringify(people))
  } catch {
    // A browser that stores nothing loses the choice with the page.
  }
}
