import { scaled } from '#kit/server/clickhouse/sql/finite.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import type { TimeOutside } from '../contract/sensor-report.ts'
import { readHeldSums, type HeldRange } from './held-store.ts'

interface LimitedRange extends HeldRange {
  /** null: there is none. */
  readonly lower: number | null
  readonly upper: number | null
}

const usable = 'quality < 2'

/**
 * How long the good and uncertain values of a sensor were beyond its limits, from the readings: for
 * how long each counts says `readHeldSums`.
 */
export async function readTimeOutside(
  telemetry: TelemetryReader,
  { lower, upper, ...range }: LimitedRange,
): Promise<Omit<TimeOutside, 'heldMs'>> {
  const limits = { lower: String(lower), upper: String(upper) }
  const sums = {
    aboveMs: { times: '1', when: `${usable} AND value > toFloat64OrNull({upper:String})` },
    belowMs: { times: '1', when: `${usable} AND value < toFloat64OrNull({lower:String})` },
  }
  return readHeldSums(telemetry, range, sums, limits)
}

/**
 * The average of the good and uncertain values, each weighted with the time for which it counts
 * (null where none does), and that time in all, ms.
 */
export async function readTimeWeighted(
  telemetry: TelemetryReader,
  range: HeldRange,
): Promise<{ readonly average: number | null; readonly usableMs: number }> {
  const { usableMs, weighted } = await readHeldSums(telemetry, range, {
    usableMs: { times: '1', when: usable },
    weighted: { times: `(${scaled('value')})`, when: usable },
  })
  return { average: usableMs > 0 ? (weighted / usableMs) * 2 ** 64 : null, usableMs }
}
