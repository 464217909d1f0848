import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocale } from 'use-intl'
import type { Locale } from '#kit/model/locale.ts'
import { chooseVoice } from './choose-voice.ts'
import { Reader, type Progress } from './reader.ts'
import { changeSpeech, useSpeechChoice } from './speech-choice.ts'
import { speechOf, useVoices } from './use-voices.ts'

/** What there is to read: the sentences of an answer. */
export interface Readable {
  /** The attempt that it answers. */
  readonly key: number
  readonly texts: readonly string[]
}

/** How the newest answer is read aloud, and what can be done about it. */
export interface ReadAloud {
  readonly progress: Progress
  /** `none`: no voice of the language; `unsupported`: the browser cannot speak at all. */
  readonly voice: 'ready' | 'loading' | 'none' | 'unsupported'
  /** In which it is read. */
  readonly language: Locale
  readonly isMuted: boolean
  readonly stop: () => void
  readonly replay: () => void
  readonly setMuted: (isMuted: boolean) => void
  readonly setLanguage: (language: Locale) => void
}

/**
 * Reads an answer aloud when it comes, once, unless the person has muted it; one up to `seen` is
 * read when asked for. Ends when the dialog closes.
 */
export function useReadAloud(person: number, newest: Readable | null, seen: number): ReadAloud {
  const locale = useLocale()
  const choice = useSpeechChoice(person)
  const language = choice.language === 'interface' ? locale : 'zh-TW'
  const { voices, isComplete } = useVoices()
  const voice = useMemo(() => chooseVoice(voices, language), [voices, language])
  const [progress, setProgress] = useState<Progress>({ kind: 'idle' })
  const reader = useReader(setProgress)
  /** The last answer that was read, or was to be. */
  const done = useRef(seen)
  useEffect(() => {
    if (newest === null || newest.key <= done.current || !isComplete) return
    done.current = newest.key
    if (voice && !choice.isMuted) reader.current?.read(newest.key, newest.texts, voice)
  }, [newest, voice, isComplete, choice.isMuted, reader])
  const stop = useCallback(() => reader.current?.stop(), [reader])
  return {
    ...{ progress, language, isMuted: choice.isMuted, stop },
    voice: speechOf() ? (voice ? 'ready' : isComplete ? 'none' : 'loading') : 'unsupported',
    replay() {
      if (newest && voice) reader.current?.read(newest.key, newest.texts, voice)
    },
    setMuted(isMuted) {
      if (isMuted) stop()
      changeSpeech(person, { isMuted })
    },
    setLanguage(chosen) {
      stop()
      changeSpeech(person, { language: chosen === 'zh-TW' ? 'chinese' : 'interface' })
    },
  }
}

function useReader(report: (progress: Progress) => void) {
  const reader = useRef<Reader | null>(null)
  useEffect(() => {
    const synthesis = speechOf()
    if (!synthesis) return undefined
    const utterance = (text: string) => new SpeechSynthesisUtterance(text)
    const created = new Reader({ synthesis, utterance }, report)
    reader.current = created
    return () => {
      created.stop()
      reader.current = null
    }
  }, [report])
  return reader
}
