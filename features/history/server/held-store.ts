import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import { scaledSettings } from '#kit/server/clickhouse/sql/finite.ts'
import { settings, type SensorRange } from './history-store.ts'

/** What is asked about the readings of a range and the time for which each of them counts. */
export interface HeldRange extends SensorRange {
  readonly heldMs: number
  /** So many readings are looked at: `neighbours` + 1 at or before the start, and what follows. */
  readonly rows: number
}

/** SQL: a sum over readings for which `when` holds, of `times` × the ms for which they count. */
export interface HeldSum {
  readonly times: string
  readonly when: string
}

type Sums<Name extends string> = Readonly<Record<Name, number>>

/** Steps on either side of one that say what distance of readings is usual there. */
const neighbours = 5
/** A reading before a gap counts for so many of the usual distances. */
const heldSteps = 3

/**
 * Looks at readings around the start of a range: enough for the one before it and what is usual.
 */
export const rowsAroundStart = 2 * (neighbours + 1)

/**
 * Sums over a range, each reading weighted with the ms for which it counts there. A reading counts
 * until the next one, bad or not; where a gap follows for `heldMs`, or for three of the distances
 * that are usual just there if they are longer. So gaps are what a chart draws as such, and a
 * sensor that sends less often than expected counts between its readings all the same. Of several
 * at one time the greatest usable one counts, which is what a chart draws from there on.
 */
export async function readHeldSums<Name extends string>(
  telemetry: TelemetryReader,
  range: HeldRange,
  sums: Readonly<Record<Name, HeldSum>>,
  parameters: Readonly<Record<string, string | number>> = {},
): Promise<Sums<Name>> {
  const allParameters = { ...range, ...parameters }
  const { sparse, ...times } = await readShortSteps(telemetry, allParameters, sums)
  const short = times as unknown as Sums<Name>
  if (sparse === 0) return short
  const more = await readLongSteps(telemetry, allParameters, sums)
  const entries = (Object.keys(sums) as Name[]).map((name) => [name, short[name] + more[name]])
  return Object.fromEntries(entries) as Sums<Name>
}

/** The readings of the range, and before it as many as say what is usual at its start. */
const readings = `SELECT toUnixTimestamp64Milli(time) AS at, value, quality FROM numeric_readings
  WHERE sensor = {sensorId:UInt32}
    AND time < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    AND time >= (SELECT min(time) FROM (SELECT time FROM numeric_readings
      WHERE sensor = {sensorId:UInt32} AND time <= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
      ORDER BY time DESC LIMIT ${neighbours + 1}))
  ORDER BY time, value LIMIT {rows:Int64}`

/**
 * Of readings of one time the last one counts until the next time: the greatest usable one. Two
 * keys and not three, which take twice as long to sort by.
 */
const order = 'at, if(quality < 2, value, -inf)'

const steps = `SELECT at, value, quality, leadInFrame(at, 1, {to:Int64}) OVER following AS next
  FROM (${readings})
  WINDOW following AS
    (ORDER BY ${order} ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING)`

/** What of a reading lies in the range if it counts for `ms` at most. */
const within = (ms: string) =>
  `greatest(0, least(next, at + ${ms}, {to:Int64}) - greatest(at, {from:Int64}))`

const summed = (sums: Readonly<Record<string, HeldSum>>, ms: string) =>
  Object.entries(sums)
    .map(([name, { times, when }]) => `sumIf(${ms} * ${times}, ${when}) AS ${name}`)
    .join(', ')

/** No reading counts for more than `heldMs`; and after how many that count more time passed. */
async function readShortSteps(
  telemetry: TelemetryReader,
  parameters: Readonly<Record<string, string | number>>,
  sums: Readonly<Record<string, HeldSum>>,
): Promise<Readonly<Record<string, number>> & { readonly sparse: number }> {
  const any = Object.values(sums)
    .map(({ when }) => `(${when})`)
    .join(' OR ')
  const [row] = await telemetry.rows<{ readonly sparse: number }>(
    `SELECT ${summed(sums, 'held')},
       countIf(next - at > {heldMs:Int64} AND (${any})) AS sparse
     FROM (SELECT *, ${within('{heldMs:Int64}')} AS held FROM (${steps}))
     ${settings}, ${scaledSettings}`,
    parameters,
  )
  return row ?? { ...emptySums(sums), sparse: 0 }
}

/** What counts in long steps after the first `heldMs` of each. */
async function readLongSteps<Name extends string>(
  telemetry: TelemetryReader,
  parameters: Readonly<Record<string, string | number>>,
  sums: Readonly<Record<Name, HeldSum>>,
): Promise<Sums<Name>> {
  const around = `(ORDER BY ${order}
    ROWS BETWEEN ${neighbours} PRECEDING AND ${neighbours} FOLLOWING)`
  // A step that is long for its neighbours is among the longer half of them and itself: leaving it
  // out moves the middle by half a place.
  const [row] = await telemetry.rows<Sums<Name>>(
    `SELECT ${summed(sums, 'more')}
     FROM (
       SELECT *, arraySort(groupArray(next - at) OVER ${around}) AS sorted,
         if(length(sorted) < 2, 0, sorted[greatest(1, intDiv(length(sorted), 2))]) AS usual,
         greatest({heldMs:Int64}, ${heldSteps} * usual) AS longestMs,
         ${within('longestMs')} - ${within('{heldMs:Int64}')} AS more
       FROM (SELECT *, max(next - at) OVER ${around} AS longest FROM (${steps}))
       WHERE longest > {heldMs:Int64}
     )
     WHERE next - at > {heldMs:Int64} ${settings}, ${scaledSettings}`,
    parameters,
  )
  return row ?? emptySums(sums)
}

const emptySums = <Name extends string>(sums: Readonly<Record<Name, HeldSum>>): Sums<Name> =>
  Object.fromEntries(Object.keys(sums).map((name) => [name, 0])) as Sums<Name>
