import { sql as query } from 'kysely'
import type { Sql } from '#kit/server/postgres/sql.ts'

/** A device with this many sensors; their ids. */
export async function insertPlant(sql: Sql, sensors: number): Promise<readonly number[]> {
  const { rows: devices } = await query<{
    id: number
  }>`insert into devices (lesi_id, name, token_hash)
    values ('PLANT', 'Plant', '') returning id`.execute(sql)
  const deviceId = devices[0]?.id ?? 0
  const { rows } = await query<{ id: number }>`insert into sensors (device_id, key, alias, type)
    select ${deviceId}, 's' || number, 'Sensor ' || number, 'analog'
    from generate_series(1, ${sensors}) number returning id`.execute(sql)
  return rows.map(({ id }) => id)
}

/** How many alarms are stored, and of how many sensors. */
export async function countAlarms(sql: Sql) {
  const { rows } = await query<{ alarms: string; sensors: string }>`
    select count(*) as alarms, count(distinct sensor_id) as sensors from alarms`.execute(sql)
  return { alarms: Number(rows[0]?.alarms), sensors: Number(rows[0]?.sensors) }
}
