import { storedSecond } from '#kit/server/clickhouse/sql/stored-second.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import { settings } from '../history-store.ts'

/**
 * Most sensors have sent something within this time before the day; for others it is looked farther
 * back.
 */
const nearMs = 2 * 86_400_000

interface Span {
  /** ms UTC, inclusive. */
  readonly from: number
  /** ms UTC, exclusive. */
  readonly to: number
}

/**
 * What sensors sent, numbers and texts alike, as text; `n` alone: it had no value. A bad reading
 * says nothing. A text that is stored as a number too says what the number says. Of those of one
 * time the last one in the order of `place` holds until the next time: the greatest value.
 */
const stateTexts = `SELECT sensor, toUnixTimestamp64Milli(time) AS at,
    if(isNaN(value), 'n', concat('d', toString(value))) AS state_text,
    (if(isNaN(value), -inf, value), '') AS place
  FROM numeric_readings WHERE (quality < 2 OR isNaN(value)) AND sensor IN {sensors:Array(UInt32)}
    AND time >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
    AND time < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
  UNION ALL
  SELECT sensor, toUnixTimestamp64Milli(time) AS at, concat('t', value) AS state_text,
    (toFloat64(0), value) AS place
  FROM text_readings WHERE quality < 2 AND sensor IN {sensors:Array(UInt32)}
    AND time >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
    AND time < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    AND (sensor, text_readings.time) NOT IN (
      SELECT sensor, time FROM numeric_readings WHERE sensor IN {sensors:Array(UInt32)}
        AND time >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
        AND time < fromUnixTimestamp64Milli({to:Int64}, 'UTC'))`

const stateOf = (text: string): string | null => {
  if (text === 'n') return null
  return text.startsWith('d') ? String(Number(text.slice(1))) : text.slice(1)
}

/** A change to a state (null: to no value) at a time, ms UTC. */
export interface StateChange {
  readonly sensorId: number
  readonly time: number
  readonly state: string | null
}

/**
 * The newest `limit` changes of each sensor within the span, newest first; the first reading of the
 * span counts as one.
 */
export async function readStateChanges(
  telemetry: TelemetryReader,
  sensors: readonly number[],
  { from, to }: Span,
  limit: number,
): Promise<StateChange[]> {
  const rows = await telemetry.rows<{ sensorId: number; time: number; state_text: string }>(
    `SELECT sensor AS sensorId, at AS time, state_text FROM (
       SELECT sensor, at, state_text, place, row_number() OVER past AS position,
         lagInFrame(state_text) OVER past AS before
       FROM (${stateTexts})
       WINDOW past AS (PARTITION BY sensor ORDER BY at, place
         ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
     ) WHERE position = 1 OR state_text != before
     ORDER BY sensorId, time DESC, place DESC LIMIT {limit:UInt32} BY sensorId ${settings}`,
    { sensors, from, to, limit },
  )
  return rows.map(({ sensorId, time, state_text: text }) => ({
    sensorId,
    time,
    state: stateOf(text),
  }))
}

/** What each of these sensors was at `time` (ms UTC), by id; null: not known, or no value. */
export async function readStatesAt(
  telemetry: TelemetryReader,
  sensors: readonly number[],
  time: number,
): Promise<ReadonlyMap<number, string | null>> {
  const rows = await telemetry.rows<{ sensorId: number; state_text: string }>(
    `SELECT sensor AS sensorId, state_text FROM (${stateTexts})
     ORDER BY sensorId, at DESC, place DESC LIMIT 1 BY sensorId ${settings}`,
    { sensors, from: time - nearMs, to: time },
  )
  const near = new Map(rows.map(({ sensorId, state_text: text }) => [sensorId, stateOf(text)]))
  const rest = sensors.filter((id) => !near.has(id))
  const far = rest.length === 0 ? new Map() : await readLongAgo(telemetry, rest, time - nearMs)
  return new Map([...near, ...far])
}

/**
 * What sensors sent last before `time`, which is long ago; of numbers from the rollup of an hour,
 * so that a sensor which has been silent for weeks costs no more than others.
 */
async function readLongAgo(
  telemetry: TelemetryReader,
  sensors: readonly number[],
  time: number,
): Promise<ReadonlyMap<number, string>> {
  const parameters = { sensors, to: storedSecond(time) }
  const condition = `sensor IN {sensors:Array(UInt32)} AND quality < 2
    AND time < toDateTime({to:UInt32}, 'UTC')`
  const rows = await telemetry.rows<{ sensorId: number; at: number; state_text: string }>(
    `SELECT sensor AS sensorId, max((toInt64(toUnixTimestamp(time)) * 1000 + last.offset,
         last.value)) AS newest, newest.1 AS at, concat('d', toString(newest.2)) AS state_text
       FROM numeric_rollup_hour WHERE ${condition} GROUP BY sensor
     UNION ALL
     SELECT sensor AS sensorId, (toInt64(0), 0.) AS newest,
         toUnixTimestamp64Milli(max(text_readings.time)) AS at,
         concat('t', argMax(value, (text_readings.time, value))) AS state_text
       FROM text_readings WHERE ${condition} GROUP BY sensor ${settings}`,
    parameters,
  )
  const newest = rows.toSorted((one, other) => one.at - other.at)
  return new Map(newest.map(({ sensorId, state_text: text }) => [sensorId, stateOf(text) ?? '']))
}
