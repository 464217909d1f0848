import { sql as query, type Kysely, type Transaction } from 'kysely'
import type { SensorType } from '#kit/model/sensor.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { RetentionRule } from '../../contract/retention.ts'

/** Every rule: those of types first, then those of products. */
export async function readRules(sql: Kysely<DB>): Promise<readonly RetentionRule[]> {
  const rows = await sql
    .selectFrom('retention_rules')
    .select(['product', 'sensor_type', 'readings_days', 'minutes_days', 'hours_days'])
    .orderBy('product')
    .orderBy('sensor_type')
    .execute()
  return rows.map((row) => ({
    product: row.product,
    type: row.sensor_type as SensorType,
    readingsDays: row.readings_days,
    minutesDays: row.minutes_days,
    hoursDays: row.hours_days,
  }))
}

export async function writeRule(
  transaction: Transaction<DB>,
  { product, type, readingsDays, minutesDays, hoursDays }: RetentionRule,
): Promise<void> {
  const days = {
    readings_days: readingsDays,
    minutes_days: minutesDays,
    hours_days: hoursDays,
  }
  await transaction
    .insertInto('retention_rules')
    .values({ product, sensor_type: type, ...days })
    .onConflict((conflict) => conflict.columns(['product', 'sensor_type']).doUpdateSet(days))
    .execute()
}

/** Removes the rule of a product; false when there is none. */
export async function removeRule(
  transaction: Transaction<DB>,
  product: string,
  type: SensorType,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('retention_rules')
    .where('product', '=', product)
    .where('product', '!=', '')
    .where('sensor_type', '=', type)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** A sensor with what decides for how long its readings are kept. */
export interface RuledSensor {
  readonly id: number
  readonly type: SensorType
  readonly product: string
}

/** These sensors; all of them without ids. */
export async function readSensors(
  sql: Kysely<DB>,
  ids?: readonly number[],
): Promise<readonly RuledSensor[]> {
  const rows = await sql
    .selectFrom('sensors')
    .$if(ids !== undefined, (sensors) =>
      sensors.where('sensors.id', '=', query<number>`any(${[...(ids ?? [])]}::integer[])`),
    )
    .innerJoin('devices', 'devices.id', 'sensors.device_id')
    .select(['sensors.id', 'sensors.type', 'devices.product'])
    .execute()
  return rows.map(({ id, type, product }) => ({ id, product, type: type as SensorType }))
}

/** Sensors that were removed, of which readings are kept. */
export async function readRemovedSensors(sql: Kysely<DB>): Promise<readonly number[]> {
  const rows = await sql
    .selectFrom('reading_deletions')
    .select('sensor_ids')
    .where('state', '=', 'kept')
    .execute()
  return rows.flatMap((row) => row.sensor_ids)
}

/** Products of devices that there are, by name. */
export async function readProducts(sql: Kysely<DB>): Promise<readonly string[]> {
  const rows = await sql
    .selectFrom('devices')
    .select('product')
    .distinct()
    .where('product', '!=', '')
    .orderBy('product')
    .limit(1_000)
    .execute()
  return rows.map(({ product }) => product)
}
