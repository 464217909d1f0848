import type { ReadinessCheck } from '#kit/server/process/readiness.ts'
import type { FailureReason } from './model-failure.ts'
import { failureReasons } from './model-failure.ts'
import { Quota } from './quota.ts'
import type { ModelSettings } from './settings.ts'

/** For how long a failure is worth a notice. */
const noticeMs = 10 * 60_000

/** What a language model did since the start. */
export interface ModelFigures {
  readonly requests: number
  readonly tokens: number
  /** Answers that it phrased. */
  readonly answers: number
  /** Answers of the rules in its place, by what failed. */
  readonly failures: ReadonlyMap<FailureReason, number>
}

/** A configured language model: its settings, how often it may be asked, and what came of it. */
export class LanguageModel {
  readonly settings: ModelSettings
  readonly quota: Quota
  readonly #clock: () => number
  readonly #failures = new Map<FailureReason, number>(failureReasons.map((each) => [each, 0]))
  #requests = 0
  #tokens = 0
  #answers = 0
  #lastFailure: { readonly at: number; readonly reason: FailureReason } | null = null

  constructor(settings: ModelSettings, clock: () => number) {
    this.settings = settings
    this.quota = new Quota(settings, clock)
    this.#clock = clock
  }

  countRequest(): void {
    this.#requests += 1
  }

  countTokens(tokens: number): void {
    this.#tokens += tokens
  }

  countAnswer(): void {
    this.#answers += 1
    this.#lastFailure = null
  }

  countFailure(reason: FailureReason): void {
    this.#failures.set(reason, (this.#failures.get(reason) ?? 0) + 1)
    this.#lastFailure = { at: this.#clock(), reason }
  }

  figures(): ModelFigures {
    return {
      ...{ requests: this.#requests, tokens: this.#tokens, answers: this.#answers },
      failures: this.#failures,
    }
  }

  /** The server is ready without it, as the rules answer; a failure of late is a notice. */
  readonly readiness: ReadinessCheck = {
    name: 'language_model',
    problem: () => null,
    notice: () => {
      const last = this.#lastFailure
      if (last === null || this.#clock() - last.at > noticeMs) return null
      return `did not answer the last question (${last.reason}); the rules did`
    },
  }
}
