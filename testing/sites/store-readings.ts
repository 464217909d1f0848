import { randomUUID } from 'node:crypto'
import { lineOf } from '#features/readings/server/writer/reading-lines.ts'
import { insertLines, readingTables } from '#features/readings/server/store/readings-store.ts'
import type { Reading } from '#kit/model/reading.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import { batched } from '#testing/batched.ts'

/**
 * Puts readings into the store, rollups included, without the way through a device: those of one
 * turn by one insert.
 */
export function storeReadings(telemetry: Telemetry, readings: readonly Reading[]): Promise<void> {
  const known = stores.get(telemetry) ?? batched<Reading>((all) => insert(telemetry, all))
  stores.set(telemetry, known)
  return known(readings)
}

const stores = new WeakMap<Telemetry, (readings: readonly Reading[]) => Promise<void>>()

async function insert(telemetry: Telemetry, readings: readonly Reading[]): Promise<void> {
  for (const table of readingTables) {
    const rows = readings.filter(
      ({ value }) => (typeof value === 'string') === (table === 'text_readings'),
    )
    if (rows.length > 0)
      await insertLines(telemetry, table, Buffer.from(rows.map(lineOf).join('')), randomUUID())
  }
}
