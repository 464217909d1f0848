import { sql as query, type Kysely, type Transaction } from 'kysely'
import { maximumSensorsPerDevice } from '#kit/model/limits.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import {
  productOrigin,
  type Audit,
  type AuditedNumber,
  type AuditMany,
  type AuditOrigin,
} from '#kit/server/audit.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { asSensor, sensorColumns, createStringPool } from '#kit/server/sensor-row.ts'

export interface NewSensor {
  readonly deviceId: number
  readonly key: string
  readonly type: Sensor['type']
  readonly unit: string
  readonly decimals: number
}

/**
 * What became of sensors that were to be added. Those in none of the lists had no place left in
 * their device.
 */
export interface Additions {
  /** Those that exist now, added by whomever. */
  readonly sensors: readonly Sensor[]
  /** Devices that somebody else is changing: nothing was added to them. */
  readonly busyDevices: ReadonlySet<number>
  /** Devices that do not exist. */
  readonly goneDevices: ReadonlySet<number>
}

/** Devices that a transaction adds sensors to, and the database's process in which it runs. */
export interface AddedTo {
  readonly processId: number
  readonly deviceIds: ReadonlySet<number>
}

/**
 * Adds those of the sensors (each named once) that their devices do not have yet; alias = key,
 * marked new; the audit counts them. A device takes them in their order until it has
 * `maximumSensorsPerDevice`, also when others add sensors to it at the same moment. `onAdded` is
 * told which of them take any before the transaction ends, which may still fail.
 */
export async function insertSensors(
  sql: Kysely<DB>,
  auditMany: AuditMany,
  wanted: readonly NewSensor[],
  onAdded: (to: AddedTo) => void = () => undefined,
): Promise<Additions> {
  return sql.transaction().execute(async (transaction) => {
    const deviceIds = [...new Set(wanted.map(({ deviceId }) => deviceId))]
    const lesiIds = await lockDevices(transaction, deviceIds)
    const missing = await existing(
      transaction,
      deviceIds.filter((id) => !lesiIds.has(id)),
    )
    const present = wanted.filter(({ deviceId }) => lesiIds.has(deviceId))
    const stored = await readSensors(transaction, present)
    const existingKeys = new Set(stored.map(({ device_id: deviceId, key }) => `${deviceId} ${key}`))
    const absent = present.filter(({ deviceId, key }) => !existingKeys.has(`${deviceId} ${key}`))
    const added = await insert(
      transaction,
      fitting(absent, await countSensors(transaction, [...lesiIds.keys()])),
    )
    await auditMany(transaction, productOrigin(), additionsOf(added, lesiIds))
    if (added.length > 0) onAdded(await addedTo(transaction, added))
    const share = createStringPool()
    return {
      sensors: [...stored, ...added].map((row) =>
        asSensor(row, lesiIds.get(row.device_id) ?? '', share),
      ),
      busyDevices: missing,
      goneDevices: new Set(deviceIds.filter((id) => !lesiIds.has(id) && !missing.has(id))),
    }
  })
}

async function addedTo(
  transaction: Transaction<DB>,
  added: readonly { readonly device_id: number }[],
): Promise<AddedTo> {
  const { rows } = await query<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction)
  return {
    processId: rows[0]?.pid ?? 0,
    deviceIds: new Set(added.map((sensor) => sensor.device_id)),
  }
}

function additionsOf(
  added: readonly { readonly device_id: number; readonly key: string }[],
  lesiIds: ReadonlyMap<number, string>,
): readonly AuditedNumber[] {
  return [...Map.groupBy(added, (sensor) => sensor.device_id)].map(([deviceId, sensors]) => {
    const lesiId = lesiIds.get(deviceId) ?? String(deviceId)
    const names = sensors.map(({ key }) => key)
    return {
      action: 'device.add-sensors',
      entity: 'device',
      entityId: lesiId,
      entityName: lesiId,
      names,
    }
  })
}

/**
 * Holds off others who add sensors to these devices; those that somebody else holds already are
 * left out.
 */
async function lockDevices(
  transaction: Transaction<DB>,
  deviceIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await transaction
    .selectFrom('devices')
    .select(['id', 'lesi_id'])
    .where(query<boolean>`id = any(${deviceIds})`)
    .orderBy('id')
    .forNoKeyUpdate()
    .skipLocked()
    .execute()
  return new Map(rows.map(({ id, lesi_id: lesiId }) => [id, lesiId]))
}

async function existing(
  transaction: Transaction<DB>,
  deviceIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (deviceIds.length === 0) return new Set()
  const rows = await transaction
    .selectFrom('devices')
    .select('id')
    .where(query<boolean>`id = any(${deviceIds})`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

async function readSensors(transaction: Transaction<DB>, wanted: readonly NewSensor[]) {
  const [deviceIds, keys] = [wanted.map(({ deviceId }) => deviceId), wanted.map(({ key }) => key)]
  return transaction
    .selectFrom('sensors')
    .select(sensorColumns)
    .where(
      query<boolean>`(device_id, key) in (select * from unnest(${deviceIds}::integer[],
        ${keys}::text[]))`,
    )
    .execute()
}

async function countSensors(
  transaction: Transaction<DB>,
  deviceIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await transaction
    .selectFrom('sensors')
    .select(['device_id', query<number>`count(*)::integer`.as('count')])
    .where(query<boolean>`device_id = any(${deviceIds})`)
    .groupBy('device_id')
    .execute()
  return new Map(rows.map(({ device_id: deviceId, count }) => [deviceId, count]))
}

function fitting(wanted: readonly NewSensor[], counts: ReadonlyMap<number, number>): NewSensor[] {
  const taken = new Map(counts)
  return wanted.filter(({ deviceId }) => {
    const count = taken.get(deviceId) ?? 0
    taken.set(deviceId, count + 1)
    return count < maximumSensorsPerDevice
  })
}

async function insert(transaction: Transaction<DB>, sensors: readonly NewSensor[]) {
  if (sensors.length === 0) return []
  const [deviceIds, keys] = [sensors.map(({ deviceId }) => deviceId), sensors.map(({ key }) => key)]
  const types = sensors.map(({ type }) => type)
  const units = sensors.map(({ unit }) => unit)
  const decimals = sensors.map((sensor) => sensor.decimals)
  return transaction
    .insertInto('sensors')
    .columns(['device_id', 'key', 'alias', 'type', 'unit', 'decimals'])
    .expression(
      query`select d, k, k, t, u, p from unnest(${deviceIds}::integer[], ${keys}::text[],
        ${types}::text[], ${units}::text[], ${decimals}::smallint[]) as n (d, k, t, u, p)`,
    )
    .onConflict((conflict) =>
      conflict
        .columns(['device_id', 'key'])
        .doUpdateSet((row) => ({ key: row.ref('excluded.key') })),
    )
    .returning(sensorColumns)
    .execute()
}

/** Adds a device unless the LESI ID is taken; its id either way. */
export async function insertDevice(
  {
    sql,
    audit,
    origin,
  }: { readonly sql: Kysely<DB>; readonly audit: Audit; readonly origin: AuditOrigin },
  lesiId: string,
  tokenHash: Buffer,
): Promise<number> {
  const added = await sql.transaction().execute(async (transaction) => {
    const row = await transaction
      .insertInto('devices')
      .values({ lesi_id: lesiId, name: lesiId, token_hash: tokenHash })
      .onConflict((conflict) => conflict.column('lesi_id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!row) return null
    const about = {
      entity: 'device',
      entityId: lesiId,
      entityName: lesiId,
      after: { name: lesiId },
    } as const
    await audit(transaction, origin, { action: 'device.add', ...about })
    return row.id
  })
  return (
    added ??
    (
      await sql
        .selectFrom('devices')
        .select('id')
        .where('lesi_id', '=', lesiId)
        .executeTakeFirstOrThrow()
    ).id
  )
}
