import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import { expiring } from './sensor-cutoffs-store.ts'

export interface SensorCost {
  readonly sensorId: number
  /** Readings that are stored one by one. */
  readonly readings: number
  /** On disk, of readings and rollups. */
  readonly bytes: number
}

const isOfReadings = (table: string) => table.endsWith('_readings')

const costsIn = ({ table }: (typeof expiring)[number]) =>
  `SELECT sensor, number * each AS bytes, ${isOfReadings(table) ? 'number' : '0'} AS readings
   FROM (SELECT sensor, _part AS part, count() AS number FROM ${table} GROUP BY sensor, part)
     AS counted
   INNER JOIN (
     SELECT name AS part, bytes_on_disk / rows AS each FROM system.parts
     WHERE active AND database = currentDatabase() AND table = '${table}' AND rows > 0
   ) AS weighed USING part`

/**
 * What each sensor takes on disk, the dearest first: its rows in each part of each table by the
 * mean bytes of a row there. Reads no column but the sensors', by one thread.
 */
export function readSensorCosts(telemetry: Telemetry): Promise<SensorCost[]> {
  return telemetry.rows<SensorCost>(
    `SELECT sensor AS sensorId, toInt64(sum(readings)) AS readings, toInt64(sum(bytes)) AS bytes
     FROM (${expiring.map(costsIn).join(' UNION ALL ')})
     GROUP BY sensor ORDER BY bytes DESC, sensor
     SETTINGS max_threads = 1, max_execution_time = 60,
       output_format_json_quote_64bit_integers = 0`,
  )
}
