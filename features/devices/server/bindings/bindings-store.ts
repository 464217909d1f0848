import { sql as query, type Kysely } from 'kysely'
import { Relation } from '#kit/model/device.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { BoundDays } from '../devices-store.ts'

/** A person's tie to a device as it is stored. */
export interface StoredBinding extends BoundDays {
  readonly deviceId: number
  readonly userId: number
  readonly relation: Relation
}

function selectBindings(sql: Kysely<DB>) {
  return sql
    .selectFrom('bindings')
    .select(['device_id as deviceId', 'user_id as userId', 'relation'])
    .select(query<string | null>`contract_start::text`.as('contractStart'))
    .select(query<string | null>`contract_end::text`.as('contractEnd'))
}

const toBinding = <Row extends { readonly relation: string }>(row: Row) => ({
  ...row,
  relation: Relation.parse(row.relation),
})

/** Everybody who is bound to the device, parent accounts first. */
export async function readBindings(
  sql: Kysely<DB>,
  deviceId: number,
): Promise<readonly StoredBinding[]> {
  const rows = await selectBindings(sql)
    .where('device_id', '=', deviceId)
    .orderBy('relation')
    .orderBy('user_id')
    .execute()
  return rows.map(toBinding)
}

/** The tie of one person to the device; undefined where there is none. */
export async function readBinding(
  sql: Kysely<DB>,
  deviceId: number,
  userId: number,
): Promise<StoredBinding | undefined> {
  const bindings = await readBindings(sql, deviceId)
  return bindings.find((binding) => binding.userId === userId)
}

/** Devices of which this person is the only parent account, with how many sub-users each has. */
export async function countSubUsers(
  sql: Kysely<DB>,
  userId: number,
): Promise<ReadonlyMap<number, number>> {
  const rows = await sql
    .selectFrom('bindings as own')
    .innerJoin('bindings as other', 'other.device_id', 'own.device_id')
    .where('own.user_id', '=', userId)
    .where('own.relation', '=', 'admin')
    .groupBy('own.device_id')
    .having(query<boolean>`count(*) filter (where other.relation = 'admin') = 1`)
    .select([
      'own.device_id as deviceId',
      query<number>`count(*) filter (where other.relation = 'sub-user')::integer`.as('subUsers'),
    ])
    .execute()
  return new Map(rows.map(({ deviceId, subUsers }) => [deviceId, subUsers]))
}

/** Ends the ties of all sub-users of a device. */
export async function removeSubUsers(sql: Kysely<DB>, deviceId: number): Promise<void> {
  await sql
    .deleteFrom('bindings')
    .where('device_id', '=', deviceId)
    .where('relation', '=', 'sub-user')
    .execute()
}
