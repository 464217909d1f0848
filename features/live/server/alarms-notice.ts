/** Between two messages that alarms have changed. */
const intervalMs = 250

/** Whether a client has yet to be notified that alarms have changed; times are monotonic, ms. */
export class AlarmsNotice {
  #isWaiting = false
  #lastSent = -Infinity

  /** Alarms have changed; when the client is to be notified. */
  change(now: number): number {
    this.#isWaiting = true
    return Math.max(now, this.due)
  }

  /** When a notice that waits may leave; Infinity: none waits. */
  get due(): number {
    return this.#isWaiting ? this.#lastSent + intervalMs : Infinity
  }

  /** Whether a notice is to leave now. */
  take(now: number): boolean {
    if (this.due > now) return false
    this.#isWaiting = false
    this.#lastSent = now
    return true
  }
}
