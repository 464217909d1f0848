import { plant } from './plant.ts'
import { DeviceSignals } from './simulation/signals.ts'
import { plantEpoch, type RawSignal } from './simulation/raw-signal.ts'
import { turnAt } from './simulation/windows.ts'
import { planExcursions } from './simulation/excursions.ts'
import {
  type SimulatedSensor,
  reliableSensor,
  failingSensor,
} from './simulation/simulated-sensor.ts'
import { plan, sensorsThat, holds } from './simulation/turn-plans.ts'

export interface SimulatedDevice {
  readonly lesiId: string
  readonly sensors: readonly SimulatedSensor[]
  /** Whether the device is without connection at a moment (ms UTC). */
  readonly isOut: (time: number) => boolean
}

interface PlantOptions {
  readonly seed: number
  /** What the plant's clock is ahead of UTC, in ms, for shifts and days. */
  readonly zoneOffsetMs?: number
}

/**
 * The demo plant in motion. Every value is a function of seed, sensor and time: history that is
 * filled in later joins live values without a seam, and a restart goes on where it stopped. At any
 * moment at least one value that can be read is beyond its limits, and in any six hours at least
 * one device loses its connection.
 */
export function simulatePlant({
  seed,
  zoneOffsetMs = 0,
}: PlantOptions): readonly SimulatedDevice[] {
  const calendar = plantEpoch - zoneOffsetMs
  const outages = plan(seed, 'outage', 180, [4, 25], plant.length)
  const failures = plan(
    seed,
    'failure',
    80,
    [8, 45],
    sensorsThat(({ mayFail }) => mayFail === true).length,
  )
  const excursions = planExcursions(seed)
  let failing = 0
  return plant.map((device, index) => {
    const signals = new DeviceSignals(seed, device)
    return {
      lesiId: device.lesiId,
      isOut: (time) => holds(turnAt(outages, time), index, time),
      sensors: device.sensors.map((definition) => {
        const raw = excursions(
          device,
          definition,
          onCalendar(signals.build(definition.key), calendar),
        )
        const place = definition.mayFail ? failing++ : undefined
        return place === undefined
          ? reliableSensor(definition, raw)
          : failingSensor(definition, raw, failures, place)
      }),
    }
  })
}

/** Turns a signal of the plant's calendar into one of UTC. */
function onCalendar({ at, nextChange, drive }: RawSignal, calendar: number): RawSignal {
  return {
    at: (time) => at(time - calendar),
    ...(nextChange ? { nextChange: (time: number) => nextChange(time - calendar) + calendar } : {}),
    ...(drive ? { drive: (time: number) => drive(time - calendar) } : {}),
  }
}
