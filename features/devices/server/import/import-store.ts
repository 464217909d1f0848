import { sql as query, type Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { DeviceDescription } from '../../contract/device-description.ts'
import { tokenColumns } from '../tokens-store.ts'

export interface ImportedDevice extends DeviceDescription {
  readonly lesiId: string
  readonly token: string
}

/** Which of these LESI IDs are taken. */
export async function findTaken(
  sql: Kysely<DB>,
  lesiIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await sql
    .selectFrom('devices')
    .select('lesi_id')
    .where(query<boolean>`lesi_id = any(${[...lesiIds]}::text[])`)
    .execute()
  return new Set(rows.map((row) => row.lesi_id))
}

/** Rows of one statement: each has a dozen parameters, of which 65,535 fit. */
const rowsAtOnce = 1_000

/** Adds devices; ids by LESI ID of those whose LESI ID was not taken. */
export async function insertDevices(
  sql: Kysely<DB>,
  devices: readonly ImportedDevice[],
): Promise<ReadonlyMap<string, number>> {
  const added = new Map<string, number>()
  for (let first = 0; first < devices.length; first += rowsAtOnce) {
    const rows = await sql
      .insertInto('devices')
      .values(devices.slice(first, first + rowsAtOnce).map(toRow))
      .onConflict((conflict) => conflict.column('lesi_id').doNothing())
      .returning(['id', 'lesi_id'])
      .execute()
    for (const { id, lesi_id: lesiId } of rows) added.set(lesiId, id)
  }
  return added
}

const toRow = ({ lesiId, name, product, site, zone, ...device }: ImportedDevice) => ({
  ...{ lesi_id: lesiId, name, product, site, zone },
  interval_ms: device.intervalMs,
  silence_ms: device.silenceMs,
  ...tokenColumns(device.token),
})

/** Makes a person the parent account of these devices. */
export async function bindParent(
  sql: Kysely<DB>,
  userId: number,
  deviceIds: readonly number[],
): Promise<void> {
  await query`
    insert into bindings (user_id, device_id, relation)
    select ${userId}, id, 'admin' from unnest(${[...deviceIds]}::integer[]) as id`.execute(sql)
}
