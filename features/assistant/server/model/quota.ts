import { ModelFailure } from './model-failure.ts'

const hour = 3_600_000

interface QuotaLimits {
  readonly questionsPerHour: number
  readonly concurrent: number
}

/**
 * How often a model may be asked: so many questions of one person within an hour, one of them at a
 * time, and so many of all people at the same time.
 */
export class Quota {
  readonly #limits: QuotaLimits
  readonly #clock: () => number
  /** When each person's questions of the last hour were asked, ms UTC. */
  readonly #asked = new Map<number, number[]>()
  readonly #inProgress = new Set<number>()

  constructor(limits: QuotaLimits, clock: () => number) {
    this.#limits = limits
    this.#clock = clock
  }

  /** The function that ends the question; throws `ModelFailure` where there is no room. */
  take(userId: number): () => void {
    const now = this.#clock()
    if (this.#inProgress.size >= this.#limits.concurrent || this.#inProgress.has(userId))
      throw new ModelFailure('in_use')
    const recent = (this.#asked.get(userId) ?? []).filter((at) => at > now - hour && at <= now)
    if (recent.length >= this.#limits.questionsPerHour) throw new ModelFailure('quota')
    this.#asked.set(userId, [...recent, now])
    this.#inProgress.add(userId)
    return () => void this.#inProgress.delete(userId)
  }
}
