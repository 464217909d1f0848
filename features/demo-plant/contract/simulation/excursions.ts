import type { PlantDevice, PlantSensor, ExcursionSchedule } from '../definition.ts'
import { seedOf, smoothNoise } from './noise.ts'
import type { RawSignal } from './raw-signal.ts'
import { overlappingTurn, turnAt, type Turn, type TurnPlan } from './windows.ts'
import { sensorsThat, plan, minute } from './turn-plans.ts'

type Excursions = (device: PlantDevice, sensor: PlantSensor, raw: RawSignal) => RawSignal

/** Moves the sensors of each schedule beyond their limits, in turns. */
export function planExcursions(seed: number): Excursions {
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
