import { sql as query, type Kysely } from 'kysely'
import { Relation } from '#kit/model/device.ts'
import type { DB } from '#kit/server/postgres-schema.ts'

/** How a user is tied to devices, by device id. */
export async function readRelations(sql: Kysely<DB>, userId: number): Promise<ReadonlyMap<number, Relation>> {
  const rows = await sql.selectFrom('bindings').select(['device_id', 'relation']).where('user_id', '=', userId).execute()
  return new Map(rows.map((row) => [row.device_id, Relation.parse(row.relation)]))
}

export interface NewDevice {
  readonly lesiId: string
  readonly name: string
  readonly tokenHash: Buffer
}

/** Adds a device; false when the LESI ID is taken. */
export async function insertDevice(sql: Kysely<DB>, device: NewDevice): Promise<boolean> {
  const row = await sql
    .insertInto('devices')
    .values({ lesi_id: device.lesiId, name: device.name, token_hash: device.tokenHash })
    .onConflict((conflict) => conflict.column('lesi_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Replaces a device's token; false when there is no such device. */
export async function replaceToken(sql: Kysely<DB>, lesiId: string, tokenHash: Buffer): Promise<boolean> {
  const changed = await sql
    .updateTable('devices')
    .set({ token_hash: tokenHash })
    .where('lesi_id', '=', lesiId)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Deletes a device with its sensors and bindings; false when there is no such device. */
export async function deleteDevice(sql: Kysely<DB>, lesiId: string): Promise<boolean> {
  return (await sql.deleteFrom('devices').where('lesi_id', '=', lesiId).returning('id').executeTakeFirst()) !== undefined
}

export interface DeviceRow {
  readonly lesiId: string
  readonly name: string
  readonly sensors: number
  readonly users: number
  readonly createdAt: number
}

/** Every device, by LESI ID. */
export async function listDevices(sql: Kysely<DB>): Promise<readonly DeviceRow[]> {
  const rows = await sql
    .selectFrom('devices')
    .select(['lesi_id as lesiId', 'name', 'created_at'])
    .select(query<number>`(select count(*)::integer from sensors where device_id = devices.id)`.as('sensors'))
    .select(query<number>`(select count(*)::integer from bindings where device_id = devices.id)`.as('users'))
    .orderBy('lesi_id')
    .execute()
  return rows.map(({ created_at: createdAt, ...row }) => ({ ...row, createdAt: createdAt.getTime() }))
}

/** Ties a user to a device, replacing an earlier tie. Tells which of the two does not exist. */
export async function bindUser(
  sql: Kysely<DB>,
  binding: { readonly lesiId: string; readonly email: string; readonly relation: Relation },
): Promise<'bound' | 'unknown device' | 'unknown user'> {
  const device = await sql.selectFrom('devices').select('id').where('lesi_id', '=', binding.lesiId).executeTakeFirst()
  if (!device) return 'unknown device'
  const user = await sql
    .selectFrom('users')
    .select('id')
    .where(query`lower(email)`, '=', query`lower(${binding.email})`)
    .executeTakeFirst()
  if (!user) return 'unknown user'
  await sql
    .insertInto('bindings')
    .values({ device_id: device.id, user_id: user.id, relation: binding.relation })
    .onConflict((conflict) => conflict.columns(['user_id', 'device_id']).doUpdateSet({ relation: binding.relation }))
    .execute()
  return 'bound'
}
