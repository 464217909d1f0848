import type { SetBack } from '#kit/server/bus.ts'
import { adjustToSetBack } from '#kit/server/clock-steps/set-back.ts'
import type { Band, Check } from './checks/check.ts'

export interface Transition {
  readonly type: 'raise' | 'return'
  /** When the condition came or passed: the time of the reading that showed it, ms UTC. */
  readonly since: number
  /** When the delay was over, ms UTC; without a delay the same. */
  readonly at: number
}

interface Delays {
  readonly onDelayMs: number
  readonly offDelayMs: number
}

/**
 * One rule at one sensor: turns "the condition is there" and "it is not" into alarms that come and
 * pass, each after its delay. What it gives depends on the times of readings alone, so that the
 * same readings give the same alarms after a crash; only where no reading comes does the clock end
 * a delay.
 */
export class AlarmPoint {
  readonly check: Check
  readonly #delays: Delays
  #isActive = false
  /** When the other condition came, in the time of readings and on the server's clock. */
  #pending: { readonly since: number; readonly receivedAt: number } | null = null
  #evaluatedUntil = -Infinity
  /** Of the last alarm that was raised here. */
  #raisedSince = -Infinity

  constructor(check: Check, delays: Delays) {
    this.check = check
    this.#delays = delays
  }

  get isActive(): boolean {
    return this.#isActive
  }

  get isPending(): boolean {
    return this.#pending !== null
  }

  /** When the condition came, or passed, whose delay is under way; null: none is. */
  get pendingSince(): number | null {
    return this.#pending?.since ?? null
  }

  /** Readings until then have been evaluated, and what came of them is stored. */
  get evaluatedUntil(): number {
    return this.#evaluatedUntil
  }

  /** When the last alarm came that was raised here; -Infinity: none was. */
  get raisedSince(): number {
    return this.#raisedSince
  }

  /** Goes on from what is stored: whether it is there, and until when it was evaluated. */
  restore(isActive: boolean, evaluatedUntil: number): void {
    this.#isActive = isActive
    this.#evaluatedUntil = Math.max(this.#evaluatedUntil, evaluatedUntil)
  }

  /** What was stored is evaluated: readings are new ones from now on, whatever their times. */
  start(): void {
    if (this.check.isByClock) this.#evaluatedUntil = -Infinity
  }

  /** The next alarm comes after one that came then: two of one time would be stored as one. */
  raiseAfter(since: number): void {
    this.#raisedSince = Math.max(this.#raisedSince, since)
  }

  /** Goes on with a delay that was under way. */
  restorePending(since: number, receivedAt: number): void {
    this.#pending = { since, receivedAt }
  }

  /** The server's clock was set back: readings come with the times that it gives from now on. */
  setBack(setBack: SetBack): void {
    const { now, byMs } = setBack
    this.#raisedSince = -Infinity
    if (this.#evaluatedUntil > now)
      this.#evaluatedUntil = Math.min(now, this.#evaluatedUntil - byMs)
    if (this.#pending !== null) {
      const { since, receivedAt } = this.#pending
      this.#pending = {
        since: since > now ? since - byMs : since,
        receivedAt: adjustToSetBack(receivedAt, setBack),
      }
    }
    this.check.setBack?.(setBack)
  }

  isEvaluated(time: number): boolean {
    return time <= this.#evaluatedUntil
  }

  /** After a reading of this time, received at `receivedAt`. */
  offer(isThere: boolean, time: number, receivedAt: number): Transition | null {
    if (isThere === this.#isActive) {
      this.#pending = null
      return null
    }
    this.#pending ??= { since: time, receivedAt }
    return time - this.#pending.since >= this.#delayMs ? this.#change(this.#pending.since) : null
  }

  /** Numbers that change nothing; null: there are none. */
  neutralBand(): Band | null {
    return this.#pending === null ? (this.check.neutralBand?.(this.#isActive) ?? null) : null
  }

  /** At a moment of the server's clock without a reading. */
  tick(now: number): Transition | null {
    const since = this.check.at?.(now)
    if (since !== undefined) {
      const transition = this.offer(since !== null, since ?? now, since ?? now)
      if (transition !== null) return transition
    }
    if (this.#pending === null || now - this.#pending.receivedAt < this.#delayMs) return null
    return this.#change(this.#pending.since)
  }

  get #delayMs(): number {
    return this.#isActive ? this.#delays.offDelayMs : this.#delays.onDelayMs
  }

  #change(cameAt: number): Transition {
    // Of two alarms of one time the second one comes after the first: each is stored. The clock of
    // a device may be behind that of the server, by which an alarm came.
    const since = Math.max(cameAt, this.#isActive ? this.#raisedSince : this.#raisedSince + 1)
    const at = since + this.#delayMs
    this.#isActive = !this.#isActive
    if (this.#isActive) this.#raisedSince = since
    this.#pending = null
    return { type: this.#isActive ? 'raise' : 'return', since, at }
  }
}
