/** An answer to a write, as it was sent. */
export interface Answer {
  readonly status: number
  /** JSON; empty: there was no body. */
  readonly text: string
}

/** Somebody whose connection was lost tries again within this time. */
const lifetimeMs = 10 * 60_000
const maximumBytes = 16 * 2 ** 20
/** A larger answer is not stored: one of a board with thousands of widgets, for the most part. */
const maximumAnswerBytes = 2 ** 20
/** Of an entry besides its text. */
const entryBytes = 500

/** Answers by the identity of their write, for ten minutes and within 16 MiB: the oldest go. */
export class StoredAnswers {
  readonly #answers = new Map<string, Answer & { readonly until: number; readonly bytes: number }>()
  readonly #clock: () => number
  #bytes = 0

  constructor(clock: () => number) {
    this.#clock = clock
  }

  get(identity: string): Answer | undefined {
    this.#removeOutdated()
    return this.#answers.get(identity)
  }

  add(identity: string, answer: Answer): void {
    const bytes = 2 * answer.text.length + entryBytes
    if (bytes > maximumAnswerBytes) return
    this.#remove(identity)
    this.#answers.set(identity, { ...answer, bytes, until: this.#clock() + lifetimeMs })
    this.#bytes += bytes
    this.#removeOutdated()
  }

  #removeOutdated(): void {
    const now = this.#clock()
    for (const [identity, { until }] of this.#answers) {
      if (until > now && this.#bytes <= maximumBytes) return
      this.#remove(identity)
    }
  }

  #remove(identity: string): void {
    this.#bytes -= this.#answers.get(identity)?.bytes ?? 0
    this.#answers.delete(identity)
  }
}
