import { useEffect, useState } from 'react'

/** Browsers load their voices behind the page; one that has none never says so. */
const maximumWaitMs = 2_000

/** Voices of the browser, as far as they are known. */
export interface Voices {
  readonly voices: readonly SpeechSynthesisVoice[]
  /** There is no point in waiting for more. */
  readonly isComplete: boolean
}

/** The speech synthesis of the browser; undefined: it has none. */
export const speechOf = (): SpeechSynthesis | undefined =>
  'speechSynthesis' in globalThis ? globalThis.speechSynthesis : undefined

export function useVoices(): Voices {
  const [voices, setVoices] = useState(() => speechOf()?.getVoices() ?? [])
  const [isLate, setLate] = useState(speechOf() === undefined)
  useEffect(() => {
    const speech = speechOf()
    if (!speech) return undefined
    const update = () => setVoices(speech.getVoices())
    update()
    speech.addEventListener('voiceschanged', update)
    const timer = setTimeout(() => setLate(true), maximumWaitMs)
    return () => {
      speech.removeEventListener('voiceschanged', update)
      clearTimeout(timer)
    }
  }, [])
  return { voices, isComplete: voices.length > 0 || isLate }
}
