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

const rowsAtOnce = 50_000

/**
 * Alarms of the plant's sensors between two moments, ms UTC, the most of a few sensors: each tenth
 * comes again within seconds, most are acknowledged.
 */
export async function insertPastAlarms(
  sql: Sql,
  { alarms, from, to }: { readonly alarms: number; readonly from: number; readonly to: number },
): Promise<void> {
  for (let start = 0; start < alarms; start += rowsAtOnce)
    await query`
      insert into alarms (origin, rule_name, priority, is_latching, device_id, sensor_id, cause,
        message, value, since, raised_at, returned_at, acknowledged_at, ended_at)
      select case when number % 3 = 0 then 'upper' else (sensor.id % 20)::text end,
        'Rule ' || sensor.id % 20, 1 + number % 3, false, sensor.device_id, sensor.id,
        '{"kind":"limit","level":"high","limit":10,"withinMs":null}', '{}', '11.5', at, at,
        at + interval '20 s', case when number % 8 > 0 then at + number % 300 * interval '1 s' end,
        at + interval '10 min'
      from (
        select number, floor(power(random(), 3) * sensors.count) place,
          to_timestamp((${from} + (number - number % 10) * ${(to - from) / alarms}::float8
            + number % 10 * 7000) / 1000.0) at
        from generate_series(${start}::int, ${start + rowsAtOnce - 1}::int) number,
          (select count(*) from sensors) sensors
      ) alarm join (
        select id, device_id, row_number() over (order by id) - 1 place from sensors
      ) sensor using (place)
      on conflict do nothing`.execute(sql)
  await query`analyze alarms`.execute(sql)
}
