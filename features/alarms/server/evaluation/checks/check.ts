import type { Reading } from '#kit/model/reading.ts'
import type { SetBack } from '#kit/server/bus.ts'

/** All numbers between these two, which are not in it. */
export interface Band {
  readonly low: number
  readonly high: number
}

/**
 * Whether the condition of one alarm is there, from the readings of its sensors in the order of
 * their times.
 */
export interface Check {
  /**
   * After this reading, received at `receivedAt` (ms UTC). `isActive`: the alarm is there, which is
   * when a deadband counts. Undefined: the reading says nothing of the condition.
   */
  next(reading: Reading, isActive: boolean, receivedAt: number): boolean | undefined
  /**
   * Of conditions that time alone brings: since when it is there at this moment of the server's
   * clock; null: it is not; undefined: the time says nothing of it, and what is there stays.
   */
  at?(now: number): number | null | undefined
  /**
   * Its alarms come by the server's clock: the times of readings do not say whether they came
   * before.
   */
  readonly isByClock?: true
  /** Takes whether the device is offline, and since when (ms UTC). */
  takeStatus?(isOffline: boolean, since: number): void
  /** The server's clock was set back: moments that are kept are by that clock from now on. */
  setBack?(setBack: SetBack): void
  /** Takes a reading that has been evaluated before, after a start, as what the alarm is now. */
  prime?(reading: Reading, receivedAt: number, isActive: boolean): void
  /**
   * Takes the reading that is there at a moment at which nothing comes. Without it that counts as
   * one that comes.
   */
  takePresent?(reading: Reading, now: number): void
  /** Whether the condition is there by this reading alone, which is late and changes nothing. */
  isThereLate?(reading: Reading): boolean
  /**
   * Good numbers that leave the condition as it is (`isActive`, without a delay under way), however
   * many come in whatever order, all of them in this band. They may come late, and by `prime`
   * alone. null: there are none.
   */
  neutralBand?(isActive: boolean): Band | null
}

/** What an alarm shows of its sensor when it comes. */
export type AlarmValue = number | string | null
