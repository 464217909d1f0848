import type { Reading } from '#kit/model/reading.ts'

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
   * clock; null: it is not.
   */
  at?(now: number): number | null
  /** Takes whether the device is offline, and since when (ms UTC). */
  takeStatus?(isOffline: boolean, since: number): void
  /** Takes a reading that has been evaluated before, after a start. */
  prime?(reading: Reading, receivedAt: number): void
  /** Whether late readings can be held against it one by one. */
  readonly isStateless?: boolean
}

/** What an alarm shows of its sensor when it comes. */
export type AlarmValue = number | string | null
