import type { Kysely, Transaction } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { Area } from '../contract/notification-route.ts'

type Sql = Kysely<DB> | Transaction<DB>
type Place = Readonly<Record<Area['kind'], string>>

export const unknownPlace: Place = { site: '', zone: '', product: '' }

/** Where these devices lie, by their ids. */
export async function readPlaces(
  sql: Sql,
  deviceIds: readonly number[],
): Promise<ReadonlyMap<number, Place>> {
  if (deviceIds.length === 0) return new Map()
  const rows = await sql
    .selectFrom('devices')
    .select(['id', 'site', 'zone', 'product'])
    .where('id', 'in', [...deviceIds])
    .execute()
  return new Map(rows.map(({ id, ...place }) => [id, place]))
}

/** Every site, zone and product that a device has, by name. */
export async function readAreas(sql: Sql): Promise<Area[]> {
  const rows = await sql
    .selectFrom('devices')
    .select(['site', 'zone', 'product'])
    .distinct()
    .execute()
  return (['site', 'zone', 'product'] as const).flatMap((kind) =>
    [...new Set(rows.map((row) => row[kind].trim()))]
      .filter((name) => name !== '')
      .toSorted()
      .map((name) => ({ kind, name })),
  )
}
