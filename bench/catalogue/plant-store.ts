import { sql } from 'kysely'
import type { Sql } from '#kit/server/postgres/sql.ts'

export interface PlantSize {
  readonly devices: number
  readonly sensorsEach: number
  /** How many of the devices are bound to `email`. */
  readonly bound: number
  readonly email: string
}

/** A statement has 30 s. */
const devicesAtOnce = 500

/**
 * Adds devices with sensors that look like a plant's: a few units and names that repeat, and limits
 * on some.
 */
export async function insertPlant(
  database: Sql,
  { devices, sensorsEach, bound, email }: PlantSize,
): Promise<void> {
  await sql`
    insert into devices (lesi_id, name, token_hash)
    select 'plant-' || lpad(d::text, 6, '0'), 'Line ' || d, sha256(d::text::bytea)
    from generate_series(1, ${devices}::integer) d`.execute(database)
  for (let first = 1; first <= devices; first += devicesAtOnce) {
    const last = Math.min(devices, first + devicesAtOnce - 1)
    await sql`
    insert into sensors (device_id, key, alias, type, unit, upper_alarm)
    select d.id, 'signal-' || lpad(s::text, 4, '0'), 'Signal ' || s, 'analog', (array['°C', 'bar',
    'A', ''])[1 + s % 4],
      case when s % 5 = 0 then 80.5 + s end
    from generate_series(${first}::integer, ${last}::integer) n
      join devices d on d.lesi_id = 'plant-' || lpad(n::text, 6, '0')
      cross join generate_series(1, ${sensorsEach}::integer) s`.execute(database)
  }
  await sql`
    insert into bindings (user_id, device_id, relation)
    select u.id, d.id, 'admin' from users u, (select id from devices where lesi_id like 'plant-%'
    order by id limit ${bound}::integer) d
    where u.email = ${email}`.execute(database)
}
