import type {
  ConnectorState,
  ConnectorStatus,
  FailureReport,
  PointProblem,
} from '../../contract/connector.ts'
import type { Clock } from '#kit/server/clock.ts'
import { RecentRate } from './recent-rate.ts'

/** How one connector is, and what it brought. */
export class ConnectorRecord {
  readonly #clock: Clock
  readonly #rate = new RecentRate()
  #state: ConnectorState = 'connecting'
  #since: number
  #lastFailure: ConnectorStatus['lastFailure'] = null
  #nextTryAt: number | null = null
  #lastReadingAt: number | null = null
  #readings = 0
  #refused = 0
  #problemCount = 0
  #problems: readonly PointProblem[] = []

  constructor(clock: Clock) {
    this.#clock = clock
    this.#since = clock()
  }

  change(state: ConnectorState, failure: FailureReport | null, nextTryAt: number | null): void {
    const now = this.#clock()
    // One that retries and fails again has been failing all the time.
    if (state !== this.#state) this.#since = now
    this.#state = state
    this.#nextTryAt = nextTryAt
    if (failure) this.#lastFailure = { ...failure, at: now }
  }

  count(stored: number, refused: number): void {
    const now = this.#clock()
    this.#readings += stored
    this.#refused += refused
    this.#rate.add(stored, now)
    if (stored > 0) this.#lastReadingAt = now
  }

  /** How many points have no good value now, and the first of them. */
  setProblems(count: number, problems: readonly PointProblem[]): void {
    this.#problemCount = count
    this.#problems = problems
  }

  get status(): ConnectorStatus {
    return {
      ...{ state: this.#state, since: this.#since, lastFailure: this.#lastFailure },
      ...{ nextTryAt: this.#nextTryAt, lastReadingAt: this.#lastReadingAt },
      ...{ readings: this.#readings, refused: this.#refused },
      ...{ problemCount: this.#problemCount, problems: [...this.#problems] },
      rate: this.#rate.perSecond(this.#clock()),
    }
  }
}
