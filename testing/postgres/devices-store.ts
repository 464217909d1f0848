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
  const sensor = await sql
    .insertInto('sensors')
    .values({ device_id: deviceId, key, alias: key, type })
    .returning('id')
    .executeTakeFirstOrThrow()
  return sensor.id
}
