import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import type { TimeOutside } from '../contract/routes.ts'
import { settings, type SensorRange } from './history-store.ts'

interface LimitedRange extends SensorRange {
  /** null: there is none. */
  readonly lower: number | null
  readonly upper: number | null
  readonly heldMs: number
}

/**
 * How long the good and uncertain values of a sensor were beyond its limits, from the readings. A
 * reading counts until the next one, bad or not, for `heldMs` at most; the last one before the
 * range counts for what of that lies in it.
 */
export async function readTimeOutside(
  telemetry: TelemetryReader,
  { lower, upper, ...range }: LimitedRange,
): Promise<Omit<TimeOutside, 'heldMs'>> {
  const beyond = (condition: string | null) =>
    condition === null ? '0' : `sumIf(held, quality < 2 AND ${condition})`
  const [row] = await telemetry.rows<Omit<TimeOutside, 'heldMs'>>(
    `SELECT ${beyond(upper === null ? null : 'value > toFloat64({upper:String})')} AS aboveMs,
       ${beyond(lower === null ? null : 'value < toFloat64({lower:String})')} AS belowMs
     FROM (
       SELECT value, quality,
         greatest(0, least(leadInFrame(at, 1, {to:Int64}) OVER following,
           at + {heldMs:Int64}, {to:Int64}) - greatest(at, {from:Int64})) AS held
       FROM (
         SELECT toUnixTimestamp64Milli(time) AS at, value, quality FROM numeric_readings
         WHERE sensor = {sensorId:UInt32}
           AND time > fromUnixTimestamp64Milli({from:Int64} - {heldMs:Int64}, 'UTC')
           AND time < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
       )
       WINDOW following AS (ORDER BY at ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING)
     ) ${settings}`,
    { ...range, lower: String(lower), upper: String(upper) },
  )
  return row ?? { aboveMs: 0, belowMs: 0 }
}
