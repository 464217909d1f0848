import type { PlantSensor } from '../definition.ts'
import { plant } from '../plant.ts'
import { seedOf } from './noise.ts'
import type { Turn, TurnPlan } from './windows.ts'

export const minute = 60_000

export function plan(
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

export const holds = ({ member, from, to }: Turn, place: number, time: number) =>
  member === place && time >= from && time < to

export const sensorsThat = (condition: (sensor: PlantSensor) => boolean) =>
  plant.flatMap(({ sensors }) => sensors.filter(condition))
