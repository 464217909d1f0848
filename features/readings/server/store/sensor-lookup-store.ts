import type { Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'

/** Ids and keys of a device's sensors; null when there is no such device. */
export async function readSensorKeys(
  sql: Kysely<DB>,
  lesiId: string,
): Promise<{ id: number; key: string }[] | null> {
  const device = await sql
    .selectFrom('devices')
    .select('id')
    .where('lesi_id', '=', lesiId)
    .executeTakeFirst()
  if (!device) return null
  return sql
    .selectFrom('sensors')
    .select(['id', 'key'])
    .where('device_id', '=', device.id)
    .execute()
}
