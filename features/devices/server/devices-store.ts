import { sql as query, type Kysely } from 'kysely'
import type { Relation } from '#kit/model/device.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { DeviceDescription } from '../contract/device-description.ts'
import { tokenColumns } from './tokens-store.ts'

/** A device to be added; what is not specified has the defaults of the table. */
export interface NewDevice extends Partial<DeviceDescription> {
  readonly lesiId: string
  readonly name: string
  readonly token: string
}

/** Adds a device; its id, or null when the LESI ID is taken. */
export async function insertDevice(
  sql: Kysely<DB>,
  { lesiId, token, name, product, site, zone, intervalMs, silenceMs }: NewDevice,
): Promise<number | null> {
  const described = {
    ...{ product, site, zone, interval_ms: intervalMs, silence_ms: silenceMs },
  }
  const row = await sql
    .insertInto('devices')
    .values({
      ...{ lesi_id: lesiId, name, ...tokenColumns(token) },
      ...Object.fromEntries(Object.entries(described).filter(([, value]) => value !== undefined)),
    })
    .onConflict((conflict) => conflict.column('lesi_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Deletes a device with its sensors and bindings; false when there is no such device. */
export async function deleteDevice(sql: Kysely<DB>, lesiId: string): Promise<boolean> {
  return (
    (await sql
      .deleteFrom('devices')
      .where('lesi_id', '=', lesiId)
      .returning('id')
      .executeTakeFirst()) !== undefined
  )
}

/** The device, to which nobody adds sensors until the transaction ends; null: there is none. */
export async function lockDeviceByLesiId(
  sql: Kysely<DB>,
  lesiId: string,
): Promise<{ id: number; lesiId: string; name: string } | null> {
  const row = await sql
    .selectFrom('devices')
    .select(['id', 'lesi_id as lesiId', 'name'])
    .where('lesi_id', '=', lesiId)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Ids of the sensors of a device. */
export async function readSensorIds(sql: Kysely<DB>, deviceId: number): Promise<number[]> {
  const rows = await sql
    .selectFrom('sensors')
    .select('id')
    .where('device_id', '=', deviceId)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
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
    .select(
      query<number>`(select count(*)::integer from sensors where device_id = devices.id)`.as(
        'sensors',
      ),
    )
    .select(
      query<number>`(select count(*)::integer from bindings where device_id = devices.id)`.as(
        'users',
      ),
    )
    .orderBy('lesi_id')
    .execute()
  return rows.map(({ created_at: createdAt, ...row }) => ({
    ...row,
    createdAt: createdAt.getTime(),
  }))
}

export interface BindingKey {
  readonly deviceId: number
  readonly userId: number
}

export interface NewBinding extends BindingKey {
  readonly relation: Relation
  /** Days as `2026-11-30`; null: no limit; undefined: as it was. */
  readonly contractStart?: string | null | undefined
  readonly contractEnd?: string | null | undefined
}

/** Null when there is no such device. */
export async function findDeviceId(sql: Kysely<DB>, lesiId: string): Promise<number | null> {
  const row = await sql
    .selectFrom('devices')
    .select('id')
    .where('lesi_id', '=', lesiId)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Ties a user to a device, or changes the tie; its contract as it is then. */
export async function bindUser(
  sql: Kysely<DB>,
  { deviceId, userId, relation, contractStart, contractEnd }: NewBinding,
): Promise<BoundDays> {
  const days = {
    ...(contractStart === undefined ? {} : { contract_start: contractStart }),
    ...(contractEnd === undefined ? {} : { contract_end: contractEnd }),
  }
  return sql
    .insertInto('bindings')
    .values({ device_id: deviceId, user_id: userId, relation, ...days })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'device_id']).doUpdateSet({ relation, ...days }),
    )
    .returning([
      query<string | null>`contract_start::text`.as('contractStart'),
      query<string | null>`contract_end::text`.as('contractEnd'),
    ])
    .executeTakeFirstOrThrow()
}

/** The contract of a tie: days as `2026-11-30`; null: no limit. */
export interface BoundDays {
  readonly contractStart: string | null
  readonly contractEnd: string | null
}

/** Ends the tie of a user to a device; what it was, or null when there was none. */
export async function unbindUser(
  sql: Kysely<DB>,
  { deviceId, userId }: BindingKey,
): Promise<(BoundDays & { readonly relation: string }) | null> {
  const removed = await sql
    .deleteFrom('bindings')
    .where('device_id', '=', deviceId)
    .where('user_id', '=', userId)
    .returning([
      'relation',
      query<string | null>`contract_start::text`.as('contractStart'),
      query<string | null>`contract_end::text`.as('contractEnd'),
    ])
    .executeTakeFirst()
  return removed ?? null
}
