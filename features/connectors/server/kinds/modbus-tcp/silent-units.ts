import { backOffTimes } from '../../process/back-off.ts'
import type { ReadPlan } from './plan.ts'

/** What did not answer is asked again later, and later each time. */
interface BackOff {
  readonly waitMs: number
  readonly retryAt: number
}

/**
 * Which units do not answer. Some answer all requests but one: a request alone waits then, and its
 * unit only when two in a row were not answered.
 */
export class SilentUnits {
  readonly #ofPlans = new Map<string, BackOff>()
  readonly #ofUnits = new Map<number, BackOff>()
  /** Units whose last request was not answered. */
  readonly #unanswered = new Set<number>()
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  mayAsk(plan: ReadPlan): boolean {
    const until = Math.max(
      this.#ofPlans.get(keyOf(plan))?.retryAt ?? 0,
      this.#ofUnits.get(plan.unitId)?.retryAt ?? 0,
    )
    return this.#now() >= until
  }

  answered(plan: ReadPlan): void {
    this.#ofPlans.delete(keyOf(plan))
    this.#ofUnits.delete(plan.unitId)
    this.#unanswered.delete(plan.unitId)
  }

  /** Whether its unit counts as silent now. */
  wasSilent(plan: ReadPlan): boolean {
    this.#ofPlans.set(keyOf(plan), this.#longer(this.#ofPlans.get(keyOf(plan))))
    const { unitId } = plan
    if (this.#unanswered.has(unitId))
      this.#ofUnits.set(unitId, this.#longer(this.#ofUnits.get(unitId)))
    this.#unanswered.add(unitId)
    return this.isSilent(unitId)
  }

  isSilent(unitId: number): boolean {
    return this.#ofUnits.has(unitId)
  }

  #longer(before: BackOff | undefined): BackOff {
    const waitMs = Math.min(
      (before?.waitMs ?? backOffTimes.firstMs / 2) * 2,
      backOffTimes.maximumMs,
    )
    return { waitMs, retryAt: this.#now() + waitMs }
  }
}

const keyOf = ({ unitId, table, start, count }: ReadPlan) => `${unitId} ${table} ${start} ${count}`
