import { randomUUID } from 'node:crypto'
import { lineOf } from '#features/readings/server/writer/reading-lines.ts'
import { insertLines, readingTables } from '#features/readings/server/store/readings-store.ts'
import type { Reading } from '#kit/model/reading.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'

/** Puts readings into the store, rollups included, without the way through a device. */
export async function storeReadings(
  telemetry: Telemetry,
  readings: readonly Reading[],
): Promise<void> {
  for (const table of readingTables) {
    const rows = readings.filter(
      ({ value }) => (typeof value === 'string') === (table === 'text_readings'),
    )
    if (rows.length > 0)
      await insertLines(telemetry, table, Buffer.from(rows.map(lineOf).join('')), randomUUID())
  }
}
