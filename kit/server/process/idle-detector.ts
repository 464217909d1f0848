/** What a server did since it was looked at before. */
export interface Activity {
  /** Share of the time in which the event loop worked, 0 to 1. */
  readonly utilization: number
  /** Bytes that somebody waits for: requests, replies, documents on their way. */
  readonly waitingBytes: number
  /** Bytes in memory at the moment. */
  readonly residentBytes: number
}

/**
 * Some hundred devices and a few people who look at them need less; questions and documents that
 * keep others waiting need more.
 */
const maximumUtilization = 0.2
const maximumWaitingBytes = 2 ** 20
/** What takes more memory since it was looked at before is at work, however little it computes. */
const maximumGrowthBytes = 16 * 2 ** 20
/** Times in a row. */
const idleTimes = 2

/**
 * Finds out when a server has so little to do that a pause delays hardly anybody: each time that
 * it is looked at the event loop works little, few bytes wait, and memory does not grow.
 */
export class IdleDetector {
  #times = 0
  #residentBytes = Infinity

  /** Whether it is idle, this activity included. */
  observe({ utilization, waitingBytes, residentBytes }: Activity): boolean {
    const isIdle =
      utilization <= maximumUtilization &&
      waitingBytes <= maximumWaitingBytes &&
      residentBytes - this.#residentBytes <= maximumGrowthBytes
    this.#residentBytes = residentBytes
    this.#times = isIdle ? this.#times + 1 : 0
    return this.#times >= idleTimes
  }
}
