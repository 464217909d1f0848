import type { SensorType } from '#kit/model/sensor.ts'
import type { Sql } from '#kit/server/postgres/sql.ts'

interface NewDevice {
  readonly lesi_id: string
  readonly name: string
  readonly token_hash: Buffer
}

/** Adds a device without sensors; its number. */
export async function insertDeviceAlone(sql: Sql, device: NewDevice): Promise<number> {
  const { id } = await sql
    .insertInto('devices')
    .values(device)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Adds a device with one sensor, analog unless another type is named; the sensor's number. */
export async function insertDevice(
  sql: Sql,
  lesiId: string,
  key: string,
  type: SensorType = 'analog',
): Promise<number> {
  const deviceId = await insertDeviceAlone(sql, {
    lesi_id: lesiId,
    name: lesiId,
    token_hash: Buffer.alloc(32),
  })
  return insertSensor(sql, deviceId, key, type)
}

/** Adds a sensor to a device; its number. */
export async function insertSensor(
  sql: Sql,
  deviceId: number,
  key: string,
  type: SensorType = 'analog',
): Promise<number> {
  const { id } = await sql
    .insertInto('sensors')
    .values({ device_id: deviceId, key, alias: key, type })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const idOf = (sql: Sql, lesiId: string) =>
  sql.selectFrom('devices').select('id').where('lesi_id', '=', lesiId)

/** Binds a person as parent account, without an end. */
export async function bindPerson(sql: Sql, lesiId: string, userId: number): Promise<void> {
  const { id } = await idOf(sql, lesiId).executeTakeFirstOrThrow()
  const binding = { device_id: id, user_id: userId, relation: 'admin' }
  await sql.insertInto('bindings').values(binding).execute()
}

/** The last day of a person's contract, such as `2026-11-30`. */
export async function endContract(
  sql: Sql,
  lesiId: string,
  userId: number,
  day: string,
): Promise<void> {
  await sql
    .updateTable('bindings')
    .set({ contract_end: day })
    .where('user_id', '=', userId)
    .where('device_id', '=', idOf(sql, lesiId))
    .execute()
}
