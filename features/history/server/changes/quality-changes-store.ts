import type { QualityCode } from '#kit/model/quality.ts'
import { storedSecond } from '#kit/server/clickhouse/sql/stored-second.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import { settings } from '../history-store.ts'

interface Span {
  /** ms UTC, inclusive. */
  readonly from: number
  /** ms UTC, exclusive. */
  readonly to: number
}

/** A change of a sensor's quality at a time, ms UTC. */
export interface QualityChange {
  readonly sensorId: number
  readonly time: number
  readonly quality: QualityCode
}

const within = `sensor IN {sensors:Array(UInt32)}
    AND time >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
    AND time < fromUnixTimestamp64Milli({to:Int64}, 'UTC')`

/** The quality of every reading, numbers and texts alike; without a value it is bad. */
const flagged = `SELECT sensor, toUnixTimestamp64Milli(time) AS at,
    if(isNaN(value), 2, quality) AS code FROM numeric_readings WHERE ${within}
  UNION ALL
  SELECT sensor, toUnixTimestamp64Milli(time) AS at, quality AS code
  FROM text_readings WHERE ${within}`

/**
 * The newest `limit` changes of quality of each sensor within the span, newest first; the first
 * reading of the span counts as one.
 */
export async function readQualityChanges(
  telemetry: TelemetryReader,
  sensors: readonly number[],
  { from, to }: Span,
  limit: number,
): Promise<QualityChange[]> {
  return telemetry.rows<QualityChange>(
    `SELECT sensor AS sensorId, at AS time, code AS quality FROM (
       SELECT sensor, at, code, row_number() OVER past AS position,
         lagInFrame(code) OVER past AS before
       FROM (${flagged})
       WINDOW past AS (PARTITION BY sensor ORDER BY at, code
         ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
     ) WHERE position = 1 OR code != before
     ORDER BY sensorId, time DESC LIMIT {limit:UInt32} BY sensorId ${settings}`,
    { sensors, from, to, limit },
  )
}

/** The quality of the last reading of each of these sensors before `time` (ms UTC), by id. */
export async function readQualitiesAt(
  telemetry: TelemetryReader,
  sensors: readonly number[],
  time: number,
): Promise<ReadonlyMap<number, QualityCode>> {
  const near = await newestQualities(
    telemetry,
    `SELECT sensor AS sensorId, max(at) AS time, argMax(code, (at, code)) AS quality
     FROM (${flagged}) GROUP BY sensor ${settings}`,
    { sensors, from: time - nearMs, to: time },
  )
  const rest = sensors.filter((id) => !near.has(id))
  if (rest.length === 0) return near
  const far = await newestQualities(telemetry, longAgo, {
    ...{ sensors: rest, to: storedSecond(time - nearMs) },
  })
  return new Map([...near, ...far])
}

/**
 * Most sensors have sent something within this time before; for others it is looked farther back.
 */
const nearMs = 2 * 86_400_000

/** Of numbers from the rollup of an hour, which has each quality of its own. */
const longAgo = `SELECT sensor AS sensorId, max(at) AS time, argMax(code, at) AS quality FROM (
    SELECT sensor, toInt64(toUnixTimestamp(time)) * 1000 + last.offset AS at, quality AS code
    FROM numeric_rollup_hour WHERE sensor IN {sensors:Array(UInt32)}
      AND time < toDateTime({to:UInt32}, 'UTC')
    UNION ALL
    SELECT sensor, toUnixTimestamp64Milli(time) AS at, quality AS code
    FROM text_readings WHERE sensor IN {sensors:Array(UInt32)}
      AND time < toDateTime({to:UInt32}, 'UTC')
  ) GROUP BY sensor ${settings}`

async function newestQualities(
  telemetry: TelemetryReader,
  query: string,
  parameters: Parameters<TelemetryReader['rows']>[1],
): Promise<Map<number, QualityCode>> {
  const rows = await telemetry.rows<QualityChange>(query, parameters)
  return new Map(rows.map(({ sensorId, quality }) => [sensorId, quality]))
}
