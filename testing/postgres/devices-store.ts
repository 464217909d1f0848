import type { SensorType } from '#kit/model/sensor.ts'
import type { Sql } from '#kit/server/postgres/sql.ts'

/** Adds a device with one sensor, analog unless another type is named; the sensor's number. */
export async function insertDevice(
  sql: Sql,
  lesiId: string,
  key: string,
  type: SensorType = 'analog',
): Promise<number> {
  const device = await sql
    .insertInto('devices')
    .values({ lesi_id: lesiId, name: lesiId, token_hash: Buffer.alloc(32) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const sensor = await sql
    .insertInto('sensors')
    .values({ device_id: device.id, key, alias: key, type })
    .returning('id')
    .executeTakeFirstOrThrow()
  return sensor.id
}
