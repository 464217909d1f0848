import type { Telemetry } from '../clickhouse/telemetry.ts'
import type { TelemetryFinding } from './identity.ts'

const readings = ['numeric_readings', 'text_readings'] as const

async function existingTables(telemetry: Telemetry): Promise<ReadonlySet<string>> {
  const rows = await telemetry.rows<{ name: string }>(
    'SELECT name FROM system.tables WHERE database = currentDatabase()',
  )
  return new Set(rows.map(({ name }) => name))
}

/** What the telemetry store says, also one that no migration has reached yet. Changes nothing. */
export async function readTelemetryFinding(telemetry: Telemetry): Promise<TelemetryFinding> {
  const tables = await existingTables(telemetry)
  let used = false
  for (const table of readings)
    if (tables.has(table))
      used ||= (await telemetry.rows(`SELECT 1 AS one FROM ${table} LIMIT 1`)).length > 0
  const [named] = tables.has('installation')
    ? await telemetry.rows<{ id: string }>(
        'SELECT toString(id) AS id FROM installation ORDER BY since DESC LIMIT 1',
      )
    : []
  return { id: named?.id ?? null, prepared: tables.has('migrations'), used }
}

/** Names the installation in the telemetry store: the newest name counts. */
export async function writeTelemetryIdentity(telemetry: Telemetry, id: string): Promise<void> {
  await telemetry.insert({ table: 'installation', columns: ['id'] }, Buffer.from(`${id}\n`))
}

/**
 * The maximum number of a sensor that has readings; 0 without readings. Reads the end of each part
 * only.
 */
export async function maximumSensorNumber(telemetry: Telemetry): Promise<number> {
  const newest = await Promise.all(
    readings.map((table) =>
      telemetry.rows<{ sensor: number }>(
        `SELECT sensor FROM ${table} ORDER BY sensor DESC LIMIT 1`,
      ),
    ),
  )
  return Math.max(0, ...newest.flat().map(({ sensor }) => sensor))
}
