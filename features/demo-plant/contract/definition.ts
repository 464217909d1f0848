import type { Sensor } from '#kit/model/sensor.ts'
import type { Signal } from './signal.ts'
import type { MachineSchedule } from './machine-schedule.ts'

/**
 * By which schedule sensors take turns beyond a limit. By each of the two `standing` ones some
 * sensor always is; by `passing` now and then, while the machine runs.
 */
export type ExcursionSchedule = 'standing-1' | 'standing-2' | 'passing'

/** A value beyond a limit, to which a sensor is led when its schedule's turn comes. */
export interface Excursion {
  readonly target: number
  readonly schedule: ExcursionSchedule
}

export interface PlantSensor extends Omit<Sensor, 'id' | 'deviceId' | 'lesiId' | 'isNew'> {
  readonly signal: Signal
  readonly excursion?: Excursion
  /** Whether it takes its turn at being uncertain, broken, stuck or silent. */
  readonly mayFail?: true
}

export interface PlantDevice {
  readonly lesiId: string
  readonly name: string
  readonly machines: Readonly<Record<string, MachineSchedule>>
  readonly sensors: readonly PlantSensor[]
}
