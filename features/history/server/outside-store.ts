import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import type { TimeOutside } from '../contract/routes.ts'
import { settings, type SensorRange } from './history-store.ts'

interface LimitedRange extends SensorRange {
  /** null: there is none. */
  readonly lower: number | null
  readonly upper: number | null
  readonly heldMs: number
  /** So many readings are looked at: `neighbours` + 1 at or before the start, and what follows. */
  readonly rows: number
}

type Times = Omit<TimeOutside, 'heldMs'>

/** Steps on either side of one that say what distance of readings is usual there. */
const neighbours = 5
/** A reading before a gap counts for so many of the usual distances. */
const heldSteps = 3

/**
 * Looks at readings around the start of a range: enough for the one before it and what is usual.
 */
export const rowsAroundStart = 2 * (neighbours + 1)

/**
 * How long the good and uncertain values of a sensor were beyond its limits, from the readings. A
 * reading counts until the next one, bad or not; where a gap follows for `heldMs`, or for three of
 * the distances that are usual just there if they are longer. So gaps are what a chart draws as
 * such, and a sensor that speaks less often than expected is beyond its limit all the same.
 */
export async function readTimeOutside(
  telemetry: TelemetryReader,
  range: LimitedRange,
): Promise<Times> {
  const { sparse, ...times } = await readShortSteps(telemetry, range)
  if (sparse === 0) return times
  const more = await readLongSteps(telemetry, range)
  return { aboveMs: times.aboveMs + more.aboveMs, belowMs: times.belowMs + more.belowMs }
}

const isAbove = 'quality < 2 AND value > toFloat64OrNull({upper:String})'
const isBelow = 'quality < 2 AND value < toFloat64OrNull({lower:String})'

/** The readings of the range, and before it as many as say what is usual at its start. */
const readings = `SELECT toUnixTimestamp64Milli(time) AS at, value, quality FROM numeric_readings
  WHERE sensor = {sensorId:UInt32}
    AND time < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    AND time >= (SELECT min(time) FROM (SELECT time FROM numeric_readings
      WHERE sensor = {sensorId:UInt32} AND time <= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
      ORDER BY time DESC LIMIT ${neighbours + 1}))
  ORDER BY time LIMIT {rows:Int64}`

const steps = `SELECT at, value, quality, leadInFrame(at, 1, {to:Int64}) OVER following AS next
  FROM (${readings})
  WINDOW following AS (ORDER BY at ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING)`

/** What of a reading lies in the range if it counts for `ms` at most. */
const within = (ms: string) =>
  `greatest(0, least(next, at + ${ms}, {to:Int64}) - greatest(at, {from:Int64}))`

/** No reading counts for more than `heldMs`; and after how many beyond a limit more time passed. */
async function readShortSteps(
  telemetry: TelemetryReader,
  range: LimitedRange,
): Promise<Times & { readonly sparse: number }> {
  const [row] = await telemetry.rows<Times & { readonly sparse: number }>(
    `SELECT sumIf(held, ${isAbove}) AS aboveMs, sumIf(held, ${isBelow}) AS belowMs,
       countIf(next - at > {heldMs:Int64} AND (${isAbove} OR ${isBelow})) AS sparse
     FROM (SELECT *, ${within('{heldMs:Int64}')} AS held FROM (${steps})) ${settings}`,
    parametersOf(range),
  )
  return row ?? { aboveMs: 0, belowMs: 0, sparse: 0 }
}

/** What is beyond a limit in long steps after the first `heldMs` of each. */
async function readLongSteps(telemetry: TelemetryReader, range: LimitedRange): Promise<Times> {
  const around = `(ORDER BY at ROWS BETWEEN ${neighbours} PRECEDING AND ${neighbours} FOLLOWING)`
  // A step that is long for its neighbours is among the longer half of them and itself: leaving it
  // out moves the middle by half a place.
  const [row] = await telemetry.rows<Times>(
    `SELECT sumIf(more, ${isAbove}) AS aboveMs, sumIf(more, ${isBelow}) AS belowMs
     FROM (
       SELECT *, arraySort(groupArray(next - at) OVER ${around}) AS sorted,
         if(length(sorted) < 2, 0, sorted[greatest(1, intDiv(length(sorted), 2))]) AS usual,
         greatest({heldMs:Int64}, ${heldSteps} * usual) AS longestMs,
         ${within('longestMs')} - ${within('{heldMs:Int64}')} AS more
       FROM (SELECT *, max(next - at) OVER ${around} AS longest FROM (${steps}))
       WHERE longest > {heldMs:Int64}
     )
     WHERE next - at > {heldMs:Int64} ${settings}`,
    parametersOf(range),
  )
  return row ?? { aboveMs: 0, belowMs: 0 }
}

const parametersOf = ({ lower, upper, ...range }: LimitedRange) => ({
  ...range,
  lower: String(lower),
  upper: String(upper),
})
