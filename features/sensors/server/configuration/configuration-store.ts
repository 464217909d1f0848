import { sql as query, type Transaction } from 'kysely'
import type { Sensor } from '#kit/model/sensor.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { asSensor, asSensorRow, createStringPool, sensorColumns } from '#kit/server/sensor-row.ts'

/** The sensors with these ids, by id; nobody else changes them before the transaction ends. */
export async function lockSensors(
  transaction: Transaction<DB>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Sensor>> {
  const rows = await transaction
    .selectFrom('sensors')
    .innerJoin('devices', 'devices.id', 'sensors.device_id')
    .select(sensorColumns.map((column) => `sensors.${column}` as const))
    .select('devices.lesi_id')
    .where(query<boolean>`sensors.id = any(${ids})`)
    .orderBy('sensors.id')
    .forNoKeyUpdate('sensors')
    .execute()
  const share = createStringPool()
  return new Map(rows.map(({ lesi_id: lesiId, ...row }) => [row.id, asSensor(row, lesiId, share)]))
}

/** Writes what these sensors are configured to be. */
export async function writeSensors(
  transaction: Transaction<DB>,
  sensors: readonly Sensor[],
): Promise<void> {
  const rows = sensors.map((sensor) => ({
    ...asSensorRow(sensor),
    id: sensor.id,
    states: sensor.states,
  }))
  await query`
    update sensors set
      alias = n.alias, type = n.type, unit = n.unit, decimals = n.decimals,
      lower_alarm = n.lower_alarm, upper_alarm = n.upper_alarm,
      scale_low = n.scale_low, scale_high = n.scale_high, interval_ms = n.interval_ms,
      no_change_ms = n.no_change_ms, factor = n.factor, "offset" = n."offset",
      wrap_at = n.wrap_at, states = n.states, is_new = n.is_new
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (
      id integer, alias text, type text, unit text, decimals smallint,
      lower_alarm double precision, upper_alarm double precision,
      scale_low double precision, scale_high double precision, interval_ms integer,
      no_change_ms integer, factor double precision, "offset" double precision,
      wrap_at double precision, states jsonb, is_new boolean
    ) where sensors.id = n.id`.execute(transaction)
}
