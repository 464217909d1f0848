import { z } from 'zod'
import { SensorType, StateMeaning, type Sensor } from '#kit/model/sensor.ts'

/** A row of the table of sensors. */
export interface SensorRow {
  readonly id: number
  readonly device_id: number
  readonly key: string
  readonly alias: string
  readonly type: string
  readonly unit: string
  readonly decimals: number
  readonly lower_alarm: number | null
  readonly upper_alarm: number | null
  readonly scale_low: number | null
  readonly scale_high: number | null
  readonly interval_ms: number
  readonly states: unknown
  readonly is_new: boolean
}

export const sensorColumns = [
  'id',
  'device_id',
  'key',
  'alias',
  'type',
  'unit',
  'decimals',
  'lower_alarm',
  'upper_alarm',
  'scale_low',
  'scale_high',
  'interval_ms',
  'states',
  'is_new',
] as const

const States = z.record(z.string(), StateMeaning)
const noStates: Sensor['states'] = Object.freeze({})

/** Equal texts of many rows as one text in memory. */
export type Sharing = (text: string) => string

/** Shares among what one reading of the database brings. */
export function sharing(): Sharing {
  const texts = new Map<string, string>()
  return (text) => {
    const known = texts.get(text)
    if (known !== undefined) return known
    texts.set(text, text)
    return text
  }
}

/** The sensor of a row. Meanings of values that this version does not understand are left out. */
export function asSensor(row: SensorRow, lesiId: string, share: Sharing): Sensor {
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
    states: asStates(row.states),
    isNew: row.is_new,
  }
}

function asStates(stored: unknown): Sensor['states'] {
  if (typeof stored === 'object' && stored !== null && Object.keys(stored).length === 0)
    return noStates
  const states = States.safeParse(stored)
  return states.success ? states.data : noStates
}
