import type { Reading } from '#kit/model/reading.ts'
import type { TelemetryReader } from '../clickhouse/telemetry.ts'

/**
 * Flags of a reading that comes long after its time; they add up. `stored`: the very
 * same is stored. `beside`: the sensor has another value at that time. `summed`: it is so old that
 * soon only sums of minutes and hours are left of it. `expired`: readings of that time are removed.
 */
export const lateFlags = { stored: 1, beside: 2, summed: 4, expired: 8 } as const

/** Readings of the past that nobody sends, such as those of a file. */
export interface LateReadings {
  /**
   * For each of the readings the sum of its flags; 0: it is new. What was acknowledged of their
   * sensors counts as stored. Rejects as `reader` does, and with `store_unavailable`.
   */
  classify(readings: readonly Reading[], reader: TelemetryReader): Promise<Uint8Array>
  /**
   * Resolves when they are stored, in the rollups too. They are no events: no alarm, no command and
   * no calculation follows from them, and a newer current value stays. Gives way to what devices
   * send. Rejects with `store_unavailable` as a writer does, or when the signal is aborted; some
   * may be stored then.
   */
  store(readings: readonly Reading[], signal: AbortSignal): Promise<void>
}
