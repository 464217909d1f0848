import { useMemo } from 'react'
import { z } from 'zod'
import { readText, storeText, useStoredText } from '#kit/web/browser/stored-text.ts'

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

function choicesOf(text: string | null): Stored {
  try {
    return Stored.parse(JSON.parse(text ?? '{}'))
  } catch {
    return {}
  }
}

/** What this person chose in this browser, the same in all tabs. */
export function useSpeechChoice(person: number): SpeechChoice {
  const text = useStoredText(storageKey)
  return useMemo(() => choicesOf(text)[String(person)] ?? usual, [text, person])
}

/** Changes a part of it, for this person in this browser. */
export function changeSpeech(person: number, part: Partial<SpeechChoice>): void {
  const before = choicesOf(readText(storageKey))
  const own = { ...(before[String(person)] ?? usual), ...part }
  storeText(storageKey, JSON.stringify({ ...before, [String(person)]: own }))
}
