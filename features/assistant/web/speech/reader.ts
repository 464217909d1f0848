/** The speech synthesis of the browser; tests replace it. */
export interface Speaker {
  readonly synthesis: Pick<SpeechSynthesis, 'speak' | 'cancel'>
  readonly utterance: (text: string) => SpeechSynthesisUtterance
}

/**
 * How far it is with the texts of `key`. `failed`: the browser would not, or could not, read on;
 * `stopped` by somebody, `ended` by itself.
 */
export type Progress =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'speaking'
      readonly key: number
      readonly index: number
      readonly total: number
    }
  | { readonly kind: 'stopped' | 'ended' | 'failed'; readonly key: number }

/** Reads texts aloud one after the other: each is short, and it is known which one is read. */
export class Reader {
  readonly #speaker: Speaker
  readonly #report: (progress: Progress) => void
  /** Whatever an earlier one reports counts for nothing. */
  #run = 0
  #key: number | null = null
  /** Held here: browsers drop what nobody holds, and its end with it. */
  readonly #held = new Set<SpeechSynthesisUtterance>()

  constructor(speaker: Speaker, report: (progress: Progress) => void) {
    this.#speaker = speaker
    this.#report = report
  }

  /** Reads from the first text, in the place of whatever is being read. */
  read(key: number, texts: readonly string[], voice: SpeechSynthesisVoice): void {
    this.#speaker.synthesis.cancel()
    this.#run += 1
    this.#key = key
    this.#speak({ key, texts, voice, run: this.#run }, 0)
  }

  /** Ends what is being read; without that it does nothing. */
  stop(): void {
    if (this.#key === null) return
    this.#run += 1
    this.#conclude('stopped', this.#key)
    this.#speaker.synthesis.cancel()
  }

  #speak(reading: Spoken, index: number): void {
    const { key, texts, voice, run } = reading
    if (run !== this.#run) return
    const text = texts[index]
    if (text === undefined) return this.#conclude('ended', key)
    const utterance = this.#speaker.utterance(text)
    utterance.voice = voice
    utterance.lang = voice.lang
    utterance.onend = () => this.#speak(reading, index + 1)
    utterance.onerror = () => {
      if (run === this.#run) this.#conclude('failed', key)
    }
    this.#held.clear()
    this.#held.add(utterance)
    this.#report({ kind: 'speaking', key, index, total: texts.length })
    this.#speaker.synthesis.speak(utterance)
  }

  #conclude(kind: 'stopped' | 'ended' | 'failed', key: number): void {
    this.#key = null
    this.#held.clear()
    this.#report({ kind, key })
  }
}

interface Spoken {
  readonly key: number
  readonly texts: readonly string[]
  readonly voice: SpeechSynthesisVoice
  readonly run: number
}
