import type { Sensor } from '#kit/model/sensor.ts'

/** Whether two states of a sensor are the same in every field. */
export function isSameSensor(one: Sensor, other: Sensor): boolean {
  return (
    fields.every((field) => one[field] === other[field]) && isSameStates(one.states, other.states)
  )
}

/** Every field but the meanings of values; the compiler sees to it that none is missing. */
const compared: Record<Exclude<keyof Sensor, 'states'>, true> = {
  id: true,
  deviceId: true,
  lesiId: true,
  key: true,
  alias: true,
  type: true,
  unit: true,
  decimals: true,
  lowerAlarm: true,
  upperAlarm: true,
  scaleLow: true,
  scaleHigh: true,
  intervalMs: true,
  noChangeMs: true,
  factor: true,
  offset: true,
  wrapAt: true,
  isNew: true,
  isCalculated: true,
}
const fields = Object.keys(compared) as (keyof typeof compared)[]

function isSameStates(one: Sensor['states'], other: Sensor['states']): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}
