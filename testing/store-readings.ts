import { randomUUID } from 'node:crypto'
import { insertReadings } from '#features/readings/server/readings-store.ts'
import type { Reading } from '#kit/model/reading.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'

/** Puts readings into the store, rollups included, without the way through a device. */
export async function storeReadings(telemetry: Telemetry, readings: readonly Reading[]): Promise<void> {
  for (const table of ['numeric_readings', 'text_readings'] as const) {
    const rows = readings.filter(({ value }) => (typeof value === 'number') === (table === 'numeric_readings'))
    if (rows.length > 0) await insertReadings(telemetry, table, rows, randomUUID())
  }
}
