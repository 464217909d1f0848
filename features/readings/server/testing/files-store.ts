import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import { tablesOfSensors } from '../deletion/stored-rows-store.ts'

/** The engine removes files that were replaced within a second, not after a minute. */
export async function removeOldFilesAtOnce(telemetry: Telemetry): Promise<void> {
  for (const table of tablesOfSensors)
    await telemetry.command(`ALTER TABLE ${table} MODIFY SETTING old_parts_lifetime = 0`)
}

/** What the tables take, with files that were replaced and are not removed yet. */
export async function bytesOnDisk(telemetry: Telemetry): Promise<number> {
  const names = tablesOfSensors.map((table) => `'${table}'`).join(', ')
  const [row] = await telemetry.rows<{ bytes: number }>(
    `SELECT sum(bytes_on_disk) AS bytes FROM system.parts WHERE table IN (${names})
     SETTINGS output_format_json_quote_64bit_integers = 0`,
  )
  return row?.bytes ?? 0
}
