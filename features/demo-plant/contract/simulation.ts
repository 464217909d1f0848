import type { Quality } from '#kit/model/quality.ts'
import type { PlantDevice, PlantSensor, ExcursionSchedule } from './definition.ts'
import { plant } from './plant.ts'
import { hashUnit, seedOf, smoothNoise } from './simulation/noise.ts'
import { DeviceSignals, plantEpoch, type RawSignal } from './simulation/signals.ts'
import { overlappingTurn, turnAt, type Turn, type TurnPlan } from './simulation/windows.ts'

const minute = 60_000

export interface SimulatedSensor {
  readonly definition: PlantSensor
  /**
   * The value at a moment (ms UTC), rounded to the sensor's decimals. Depends on seed, sensor and
   * moment alone.
   */
  readonly at: (time: number) => number | string
  /**
   * Its quality at a moment; `silent` when the sensor sends nothing although its device is
   * connected.
   */
  readonly qualityAt: (time: number) => Quality | 'silent'
  /**
   * For values that hold between changes: when (ms UTC, whole seconds, later than `time`) the next
   * change may come.
   */
  readonly nextChange: ((time: number) => number) | null
}

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
          ? dependable(definition, raw)
          : fallible(definition, raw, failures, place)
      }),
    }
  })
}

function plan(
  seed: number,
  name: string,
  slotMinutes: number,
  minutes: readonly [number, number],
  members: number,
): TurnPlan {
  const [minimum, maximum] = minutes
  return {
    seed: seedOf(seed, name),
    slotMs: slotMinutes * minute,
    minimumMs: minimum * minute,
    maximumMs: maximum * minute,
    members,
  }
}

const holds = ({ member, from, to }: Turn, place: number, time: number) =>
  member === place && time >= from && time < to

const sensorsThat = (condition: (sensor: PlantSensor) => boolean) =>
  plant.flatMap(({ sensors }) => sensors.filter(condition))

/** Turns a signal of the plant's calendar into one of UTC. */
function onCalendar({ at, nextChange, drive }: RawSignal, calendar: number): RawSignal {
  return {
    at: (time) => at(time - calendar),
    ...(nextChange ? { nextChange: (time: number) => nextChange(time - calendar) + calendar } : {}),
    ...(drive ? { drive: (time: number) => drive(time - calendar) } : {}),
  }
}

function dependable(definition: PlantSensor, raw: RawSignal): SimulatedSensor {
  const finish = finishing(definition)
  return {
    definition,
    at: (time) => finish(raw.at(time)),
    qualityAt: () => 'good',
    nextChange: raw.nextChange ?? null,
  }
}

/**
 * A sensor that takes its turn at failing: uncertain, broken (bad, at the end of its scale), stuck
 * or silent.
 */
function fallible(
  definition: PlantSensor,
  raw: RawSignal,
  failures: TurnPlan,
  place: number,
): SimulatedSensor {
  const finish = finishing(definition)
  const kind = ({ from }: Turn) => {
    const share = hashUnit(failures.seed + 1, Math.floor(from / 1_000))
    return share < 0.35 ? 'uncertain' : share < 0.55 ? 'bad' : share < 0.8 ? 'stuck' : 'silent'
  }
  return {
    definition,
    nextChange: raw.nextChange ?? null,
    at: (time) => {
      const turn = turnAt(failures, time)
      if (!holds(turn, place, time)) return finish(raw.at(time))
      const failure = kind(turn)
      if (failure === 'bad') return finish(definition.scaleHigh ?? 0)
      return finish(raw.at(failure === 'stuck' ? turn.from : time))
    },
    qualityAt: (time) => {
      const turn = turnAt(failures, time)
      if (!holds(turn, place, time)) return 'good'
      const failure = kind(turn)
      return failure === 'stuck' ? 'good' : failure
    },
  }
}

/** Limits numbers to the scale and rounds them to the decimals that the sensor has. */
function finishing({
  decimals,
  scaleLow,
  scaleHigh,
  type,
}: PlantSensor): (value: number | string) => number | string {
  const steps = 10 ** decimals
  const low = scaleLow ?? Number.NEGATIVE_INFINITY
  const high = scaleHigh ?? Number.POSITIVE_INFINITY
  // A running total has not counted what is not complete.
  const round = type === 'counter' ? Math.floor : Math.round
  return (value) =>
    typeof value === 'string'
      ? value
      : round(Math.min(high, Math.max(low, value)) * steps) / steps + 0
}

type Excursions = (device: PlantDevice, sensor: PlantSensor, raw: RawSignal) => RawSignal

/** Leads the sensors of each schedule beyond their limits when their turn comes. */
function planExcursions(seed: number): Excursions {
  const members = (schedule: ExcursionSchedule) =>
    sensorsThat(({ excursion }) => excursion?.schedule === schedule)
  const standing = (schedule: ExcursionSchedule, slotMinutes: number) =>
    plan(seed, schedule, slotMinutes, [0, 0], members(schedule).length)
  const plans = {
    'standing-1': standing('standing-1', 48),
    'standing-2': standing('standing-2', 70),
    passing: plan(seed, 'passing', 75, [14, 50], members('passing').length),
  }
  return (device, sensor, raw) => {
    const { excursion } = sensor
    if (!excursion) return raw
    const turns = plans[excursion.schedule]
    const place = members(excursion.schedule).indexOf(sensor)
    const strength =
      excursion.schedule === 'passing'
        ? (time: number) =>
            passingStrength(turns, place, time) * (raw.drive && raw.drive(time) < 0.6 ? 0 : 1)
        : (time: number) => standingStrength(turns, place, time)
    const noise = Math.abs(excursion.target - (sensor.upperAlarm ?? sensor.lowerAlarm ?? 0)) * 0.5
    const noiseSeed = seedOf(seed, `excursion ${device.lesiId} ${sensor.key}`)
    const at = (time: number) => {
      const share = strength(time)
      const value = raw.at(time)
      if (share === 0 || typeof value === 'string') return value
      const beyond =
        excursion.target +
        noise *
          (0.8 * smoothNoise(noiseSeed, time / 180_000) +
            0.2 * smoothNoise(noiseSeed + 1, time / 4_000))
      return value + (beyond - value) * share
    }
    return { ...raw, at }
  }
}

/** Rises and falls in five minutes at the ends of a turn, and is 1 between. */
function strengthIn({ from, to }: Turn, time: number): number {
  if (time <= from || time >= to) return 0
  const share = Math.min(1, (time - from) / (5 * minute), (to - time) / (5 * minute))
  return share * share * (3 - 2 * share)
}

function passingStrength(plan: TurnPlan, place: number, time: number): number {
  const turn = turnAt(plan, time)
  return turn.member === place ? strengthIn(turn, time) : 0
}

function standingStrength(plan: TurnPlan, place: number, time: number): number {
  const slot = Math.floor(time / plan.slotMs)
  let strongest = 0
  for (let near = slot - 1; near <= slot + 1; near++) {
    const turn = overlappingTurn(plan, near)
    if (turn.member === place) strongest = Math.max(strongest, strengthIn(turn, time))
  }
  return strongest
}
