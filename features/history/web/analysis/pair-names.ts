import type { Sensor } from '#kit/model/sensor.ts'

/** A sensor of a group, and what it is called there: as no other one is. */
export interface NamedSensor {
  readonly sensor: Sensor
  readonly name: string
}

interface Named {
  readonly sensor: Pick<Sensor, 'alias'>
  readonly name: string
}

/** How two sensors are called side by side: as in their group where they are alike. */
export const pairNames = (x: Named, y: Named): readonly [x: string, y: string] =>
  x.sensor.alias === y.sensor.alias ? [x.name, y.name] : [x.sensor.alias, y.sensor.alias]
