import { sql as query, type Kysely, type Transaction } from 'kysely'
import { z } from 'zod'
import type { SensorType } from '#kit/model/sensor.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { Inputs } from '../contract/calculation.ts'

/** A calculation as it is stored, with the name of its sensor. */
export interface StoredCalculation {
  readonly sensorId: number
  readonly thing: string
  readonly key: string
  readonly expression: string
  readonly inputs: Inputs
}

const StoredInputs = z.record(z.string(), z.object({ thing: z.string(), key: z.string() }))

/** All calculations. */
export async function readCalculations(
  sql: Kysely<DB> | Transaction<DB>,
): Promise<StoredCalculation[]> {
  const rows = await sql
    .selectFrom('calculations')
    .innerJoin('sensors', 'sensors.id', 'calculations.sensor_id')
    .innerJoin('devices', 'devices.id', 'sensors.device_id')
    .select(['calculations.sensor_id', 'sensors.key', 'devices.lesi_id'])
    .select(['calculations.expression', 'calculations.inputs'])
    .orderBy('devices.lesi_id')
    .orderBy('sensors.key')
    .execute()
  return rows.map((row) => ({
    ...{ sensorId: row.sensor_id, thing: row.lesi_id, key: row.key },
    ...{ expression: row.expression, inputs: StoredInputs.parse(row.inputs) },
  }))
}

/** Nobody else saves calculations before the transaction ends: cycles are looked for in all. */
export async function lockCalculations(transaction: Transaction<DB>): Promise<void> {
  await query`lock table calculations in share row exclusive mode`.execute(transaction)
}

/** A sensor that a calculation is to have. */
export interface CalculatedRow {
  readonly deviceId: number
  readonly key: string
  readonly alias: string
  readonly type: SensorType
  readonly unit: string
  readonly decimals: number
  readonly intervalMs: number
}

/** The sensors under these keys, by device and key, whatever they are; they keep their numbers. */
export async function readSensorsNamed(
  transaction: Transaction<DB>,
  names: readonly { readonly deviceId: number; readonly key: string }[],
): Promise<ReadonlyMap<string, { readonly id: number; readonly isCalculated: boolean }>> {
  const rows = await transaction
    .selectFrom('sensors')
    .select(['id', 'device_id', 'key', 'is_calculated'])
    .where(
      query<boolean>`(device_id, key) in (select (n ->> 'deviceId')::integer, n ->> 'key'
        from jsonb_array_elements(${JSON.stringify(names)}::jsonb) as n)`,
    )
    .forKeyShare()
    .execute()
  return new Map(
    rows.map((row) => [
      `${row.device_id} ${row.key}`,
      { id: row.id, isCalculated: row.is_calculated },
    ]),
  )
}

/** Those of these devices that exist; they stay, as they are, until the transaction ends. */
export async function lockDevices(
  transaction: Transaction<DB>,
  deviceIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await query<{ readonly id: number }>`
    select id from devices where id = any(${deviceIds}) order by id
    for no key update`.execute(transaction)
  return new Set(rows.map(({ id }) => id))
}

/** How many sensors each of these devices has. */
export async function countSensorsOf(
  transaction: Transaction<DB>,
  deviceIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await transaction
    .selectFrom('sensors')
    .select(['device_id', ({ fn }) => fn.countAll<string>().as('number')])
    .where(query<boolean>`device_id = any(${deviceIds})`)
    .groupBy('device_id')
    .execute()
  return new Map(rows.map((row) => [row.device_id, Number(row.number)]))
}

/** Adds a calculated sensor; its id. */
export async function insertCalculated(
  transaction: Transaction<DB>,
  row: CalculatedRow,
): Promise<number> {
  const { id } = await transaction
    .insertInto('sensors')
    .values({
      ...{ device_id: row.deviceId, key: row.key, alias: row.alias, type: row.type },
      ...{ unit: row.unit, decimals: row.decimals, interval_ms: row.intervalMs },
      ...{ is_new: false, is_calculated: true },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Writes what a calculated sensor is calculated from. */
export async function writeCalculation(
  transaction: Transaction<DB>,
  sensorId: number,
  expression: string,
  inputs: Inputs,
): Promise<void> {
  const stored = JSON.stringify(inputs)
  await transaction
    .insertInto('calculations')
    .values({ sensor_id: sensorId, expression, inputs: stored })
    .onConflict((conflict) =>
      conflict.column('sensor_id').doUpdateSet({ expression, inputs: stored }),
    )
    .execute()
}

/** Ends a calculation; whether there was one. */
export async function deleteCalculation(
  transaction: Transaction<DB>,
  sensorId: number,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('calculations')
    .where('sensor_id', '=', sensorId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
