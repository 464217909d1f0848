import { isBeyondPresent } from '#kit/model/reading.ts'
import type { Clock } from '#kit/server/clock.ts'
import { SetBackDetector } from '#kit/server/clock-steps/set-back.ts'
import type { ClaimedReading, ReplacedTimes } from './replaced-times.ts'

export interface AssignedTime {
  readonly time: number
  /** Whether it is another than the one that the device gave. */
  readonly isReplaced: boolean
}

type ReadingOfSensor = ClaimedReading & { readonly sensorId: number }

/**
 * The times of readings that cannot have their own: those that come without one, and those from a
 * device whose clock is ahead. A sensor never gets the same time twice, as two readings must not
 * look like one that was sent twice.
 */
export class ReceiptTimes {
  readonly #setBack: SetBackDetector
  readonly #replaced: ReplacedTimes
  /** The last time given to a sensor's reading. */
  readonly #given = new Map<number, number>()
  #latest = 0

  /** `monotonic`: a clock in ms that nobody sets. */
  constructor(clock: Clock, replaced: ReplacedTimes, monotonic?: Clock) {
    this.#setBack = new SetBackDetector(clock, monotonic)
    this.#replaced = replaced
  }

  /**
   * The present, at which a document is received. After the clock was set back, times follow it
   * instead of what was given before.
   */
  now(): number {
    const { now, setBack } = this.#setBack.check()
    // Smaller steps are smoothed over by the times themselves.
    if (setBack !== null) this.#given.clear()
    this.#latest = now
    return now
  }

  /** Whether every reading of the device with this time (ms UTC) has it as its own. */
  hasOwnTime(deviceId: number, claimed: number, receivedAt: number): boolean {
    return !this.#replaced.has(deviceId) && !isBeyondPresent(claimed, receivedAt)
  }

  /**
   * The time of a reading: its own; or, where it has none or one too far ahead, one as near to its
   * receipt as is free. What was replaced before is recognised when it is sent again, also when its
   * own time has come meanwhile. null when a sensor's readings came faster than one a millisecond
   * for so long that the time would lie in the future.
   */
  place(reading: ReadingOfSensor, receivedAt: number): AssignedTime | null {
    const { sensorId, time: claimed } = reading
    if (claimed !== undefined) {
      const before = this.#replaced.of(reading)
      if (before !== undefined) return { time: before, isReplaced: true }
      if (!isBeyondPresent(claimed, receivedAt)) return { time: claimed, isReplaced: false }
    }
    // The clock may have been set back since the document was received.
    const time = this.#give(sensorId, Math.min(receivedAt, this.#latest))
    if (time === null) return null
    if (claimed !== undefined) this.#replaced.record(reading, time)
    return { time, isReplaced: claimed !== undefined }
  }

  /** Resolves when the times that replaced others are on disk; rejects when they are not. */
  save(): Promise<void> {
    return this.#replaced.save()
  }

  #give(sensorId: number, receivedAt: number): number | null {
    const time = Math.max(receivedAt, (this.#given.get(sensorId) ?? 0) + 1)
    if (isBeyondPresent(time, receivedAt)) return null
    this.#given.set(sensorId, time)
    return time
  }
}
