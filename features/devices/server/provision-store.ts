import { sql as query, type Kysely } from 'kysely'
import type { Relation } from '#kit/model/device.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { asSensorRow, describingColumns } from '#kit/server/sensor-row.ts'
import { tokenColumns } from './tokens-store.ts'

interface DeviceWithToken {
  readonly lesiId: string
  readonly name: string
  readonly token: string
}

/** Adds the devices or replaces their tokens; their ids by LESI ID. */
export async function upsertDevices(
  sql: Kysely<DB>,
  devices: readonly DeviceWithToken[],
): Promise<ReadonlyMap<string, number>> {
  if (devices.length === 0) return new Map()
  const rows = await sql
    .insertInto('devices')
    .values(
      devices.map(({ lesiId, name, token }) => ({
        lesi_id: lesiId,
        name,
        ...tokenColumns(token),
      })),
    )
    .onConflict((conflict) =>
      conflict.column('lesi_id').doUpdateSet((row) => ({
        token_hash: row.ref('excluded.token_hash'),
        token_ending: row.ref('excluded.token_ending'),
        token_since: row.ref('excluded.token_since'),
        token_revoked: false,
      })),
    )
    .returning(['id', 'lesi_id'])
    .execute()
  return new Map(rows.map((row) => [row.lesi_id, row.id]))
}

/**
 * Adds the sensors; one that is there already is described again only while it is marked new.
 * Returns how many were added or described.
 */
export async function upsertSensors(
  sql: Kysely<DB>,
  sensors: readonly Omit<Sensor, 'id' | 'lesiId' | 'isNew'>[],
): Promise<number> {
  if (sensors.length === 0) return 0
  const changed = await sql
    .insertInto('sensors')
    .values(sensors.map((sensor) => asSensorRow({ ...sensor, isNew: false })))
    .onConflict((conflict) =>
      conflict
        .columns(['device_id', 'key'])
        .doUpdateSet((row) =>
          Object.fromEntries(
            describingColumns.map((column) => [column, row.ref(`excluded.${column}`)]),
          ),
        )
        .where('sensors.is_new', '=', true),
    )
    .returning('id')
    .execute()
  return changed.length
}

/** Ties users to devices where they are not tied yet. Returns how many ties were added. */
export async function bindUsers(
  sql: Kysely<DB>,
  bindings: readonly {
    readonly userId: number
    readonly lesiId: string
    readonly relation: Relation
  }[],
): Promise<number> {
  const { numAffectedRows } = await query`
    insert into bindings (user_id, device_id, relation)
    select wanted."userId", devices.id, wanted.relation
    from jsonb_to_recordset(${JSON.stringify(bindings)}::jsonb)
      as wanted ("userId" integer, "lesiId" text, relation text)
    join devices on devices.lesi_id = wanted."lesiId"
    on conflict do nothing`.execute(sql)
  return Number(numAffectedRows ?? 0n)
}
