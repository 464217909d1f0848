import type { Sensor } from '#kit/model/sensor.ts'

/** Which axis a sensor is drawn on: left, right, or none, as its unit is the third one. */
export type Side = 0 | 1 | null

/** The units of the two axes, in the order of the sensors; the second is undefined for one unit. */
export function unitsOf(
  sensors: readonly Pick<Sensor, 'unit'>[],
): readonly [left: string | undefined, right: string | undefined] {
  const [left, right] = new Set(sensors.map(({ unit }) => unit))
  return [left, right]
}

/** The axis of each sensor: one scale holds only values of one unit. */
export function sidesOf(sensors: readonly Pick<Sensor, 'unit'>[]): readonly Side[] {
  const [left, right] = unitsOf(sensors)
  return sensors.map(({ unit }) => (unit === left ? 0 : unit === right ? 1 : null))
}
