import type { Insertable, Selectable } from 'kysely'
import { z } from 'zod'
import { SensorType, StateMeaning, type Sensor } from '#kit/model/sensor.ts'
import type { Sensors } from './postgres-schema.ts'

/** Columns of the table of sensors that say what a sensor is. */
export const describingColumns = [
  'alias',
  'type',
  'unit',
  'decimals',
  'lower_alarm',
  'upper_alarm',
  'scale_low',
  'scale_high',
  'interval_ms',
  'no_change_ms',
  'factor',
  'offset',
  'wrap_at',
  'states',
  'is_new',
  'is_calculated',
] as const

export const sensorColumns = ['id', 'device_id', 'key', ...describingColumns] as const

/** A row of the table of sensors. */
export type SensorRow = Pick<Selectable<Sensors>, (typeof sensorColumns)[number]>

const States = z.record(z.string(), StateMeaning)
const noStates: Sensor['states'] = Object.freeze({})

/** Equal texts of many rows as one text in memory. */
export type StringPool = (text: string) => string

/** Shares among what one reading of the database brings. */
export function createStringPool(): StringPool {
  const texts = new Map<string, string>()
  return (text) => {
    const pooled = texts.get(text)
    if (pooled !== undefined) return pooled
    texts.set(text, text)
    return text
  }
}

/** The sensor of a row. Meanings of values that this version does not understand are left out. */
export function asSensor(row: SensorRow, lesiId: string, share: StringPool): Sensor {
  return {
    id: row.id,
    deviceId: row.device_id,
    lesiId,
    key: share(row.key),
    alias: share(row.alias),
    type: SensorType.parse(row.type),
    unit: share(row.unit),
    decimals: row.decimals,
    lowerAlarm: row.lower_alarm,
    upperAlarm: row.upper_alarm,
    scaleLow: row.scale_low,
    scaleHigh: row.scale_high,
    intervalMs: row.interval_ms,
    noChangeMs: row.no_change_ms,
    factor: row.factor,
    offset: row.offset,
    wrapAt: row.wrap_at,
    states: asStates(row.states),
    isNew: row.is_new,
    isCalculated: row.is_calculated,
  }
}

function asStates(stored: unknown): Sensor['states'] {
  if (typeof stored === 'object' && stored !== null && Object.keys(stored).length === 0)
    return noStates
  const states = States.safeParse(stored)
  return states.success ? states.data : noStates
}

/** The row of a sensor that is to be stored. */
export function asSensorRow(sensor: Omit<Sensor, 'id' | 'lesiId'>) {
  return {
    device_id: sensor.deviceId,
    key: sensor.key,
    alias: sensor.alias,
    type: sensor.type,
    unit: sensor.unit,
    decimals: sensor.decimals,
    lower_alarm: sensor.lowerAlarm,
    upper_alarm: sensor.upperAlarm,
    scale_low: sensor.scaleLow,
    scale_high: sensor.scaleHigh,
    interval_ms: sensor.intervalMs,
    no_change_ms: sensor.noChangeMs,
    factor: sensor.factor,
    offset: sensor.offset,
    wrap_at: sensor.wrapAt,
    states: JSON.stringify(sensor.states),
    is_new: sensor.isNew,
    is_calculated: sensor.isCalculated,
  } satisfies Insertable<Sensors>
}
