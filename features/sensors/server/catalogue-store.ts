import { sql as query, type Kysely } from 'kysely'
import { z } from 'zod'
import { AppError } from '#kit/model/errors.ts'
import { SensorType, StateMeaning, type Sensor } from '#kit/model/sensor.ts'
import type { CatalogueDevice } from '#kit/server/catalogue.ts'
import type { DB } from '#kit/server/postgres-schema.ts'

/** A device with everything that the catalogue keeps of it. */
export interface DeviceEntry {
  readonly device: CatalogueDevice
  readonly tokenHash: Buffer
  /** By alias. */
  readonly sensors: readonly Sensor[]
  readonly boundUserIds: readonly number[]
}

/** Most sensors of one device. */
export const mostSensors = 2_000

const States = z.record(z.string(), StateMeaning)
const byAlias = new Intl.Collator('en', { numeric: true })

/** The named devices, or all; those that do not exist are left out. All of one moment. */
export async function readDevices(sql: Kysely<DB>, deviceIds: readonly number[] | 'all'): Promise<readonly DeviceEntry[]> {
  return sql
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      const [ids, every] = deviceIds === 'all' ? [[], true] : [[...deviceIds], false]
      const named = (column: 'id' | 'device_id') => query<boolean>`(${every} or ${query.ref(column)} = any(${ids}))`
      const devices = await transaction.selectFrom('devices').selectAll().where(named('id')).execute()
      const sensors = await transaction.selectFrom('sensors').selectAll().where(named('device_id')).execute()
      const bindings = await transaction
        .selectFrom('bindings')
        .select(['device_id', 'user_id'])
        .where(named('device_id'))
        .execute()
      const sensorsOf = Map.groupBy(sensors, (sensor) => sensor.device_id)
      const bindingsOf = Map.groupBy(bindings, (binding) => binding.device_id)
      return devices.map((device) => ({
        device: { id: device.id, lesiId: device.lesi_id, name: device.name, silenceMs: device.silence_ms },
        tokenHash: device.token_hash,
        sensors: (sensorsOf.get(device.id) ?? [])
          .map((sensor) => asSensor(sensor, device.lesi_id))
          .toSorted((one, other) => byAlias.compare(one.alias, other.alias) || one.id - other.id),
        boundUserIds: (bindingsOf.get(device.id) ?? []).map((binding) => binding.user_id).toSorted((one, other) => one - other),
      }))
    })
}

interface SensorRow {
  id: number
  device_id: number
  key: string
  alias: string
  type: string
  unit: string
  decimals: number
  lower_alarm: number | null
  upper_alarm: number | null
  scale_low: number | null
  scale_high: number | null
  interval_ms: number
  states: unknown
  is_new: boolean
}

function asSensor(row: SensorRow, lesiId: string): Sensor {
  return {
    id: row.id,
    deviceId: row.device_id,
    lesiId,
    key: row.key,
    alias: row.alias,
    type: SensorType.parse(row.type),
    unit: row.unit,
    decimals: row.decimals,
    lowerAlarm: row.lower_alarm,
    upperAlarm: row.upper_alarm,
    scaleLow: row.scale_low,
    scaleHigh: row.scale_high,
    intervalMs: row.interval_ms,
    states: States.parse(row.states),
    isNew: row.is_new,
  }
}

export interface NewSensor {
  readonly key: string
  readonly type: Sensor['type']
}

/**
 * Adds those of the sensors that the device does not have yet; alias = key, marked new. All or none:
 * throws `invalid` when the device would have more than `mostSensors`, `not_found` when there is no such device.
 */
export async function insertSensors(sql: Kysely<DB>, deviceId: number, sensors: readonly NewSensor[]): Promise<void> {
  await sql.transaction().execute(async (transaction) => {
    // Holds off others who add sensors to this device, so that the limit holds.
    const device = await transaction
      .selectFrom('devices')
      .select('id')
      .where('id', '=', deviceId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!device) throw new AppError('not_found', 'This device does not exist')
    await transaction
      .insertInto('sensors')
      .values(sensors.map(({ key, type }) => ({ device_id: deviceId, key, alias: key, type })))
      .onConflict((conflict) => conflict.columns(['device_id', 'key']).doNothing())
      .execute()
    const { count } = await transaction
      .selectFrom('sensors')
      .select(query<number>`count(*)::integer`.as('count'))
      .where('device_id', '=', deviceId)
      .executeTakeFirstOrThrow()
    if (count > mostSensors) {
      throw new AppError('invalid', `A device can have at most ${mostSensors} sensors; this would make ${count}`)
    }
  })
}

/** Adds a device unless the LESI ID is taken; its id either way. */
export async function insertDevice(sql: Kysely<DB>, lesiId: string, tokenHash: Buffer): Promise<number> {
  await sql
    .insertInto('devices')
    .values({ lesi_id: lesiId, name: lesiId, token_hash: tokenHash })
    .onConflict((conflict) => conflict.column('lesi_id').doNothing())
    .execute()
  return (await sql.selectFrom('devices').select('id').where('lesi_id', '=', lesiId).executeTakeFirstOrThrow()).id
}
