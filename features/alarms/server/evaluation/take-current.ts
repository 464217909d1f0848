import { isBeyondPresent } from '#kit/model/reading.ts'
import type { CurrentReadings } from '#kit/server/readings/current-readings.ts'
import type { EvaluatedPoint } from './evaluated-point.ts'
import type { Evaluator } from './evaluator.ts'

/**
 * Holds what is there now (ms UTC) against a point that has just come: the present reading of its
 * sensor, compared with those of the other sensors that its condition names.
 */
export function takeCurrent(
  evaluator: Evaluator,
  current: CurrentReadings,
  each: EvaluatedPoint,
  now: number,
): void {
  const { sensorId, sensorIds, point } = each
  const readingOf = (id: number) => current.get(id)?.reading
  for (const id of sensorIds) {
    const other = id === sensorId ? undefined : readingOf(id)
    if (other && !isBeyondPresent(other.time, now)) point.check.prime?.(other, now, point.isActive)
  }
  const own = sensorId === null ? undefined : readingOf(sensorId)
  if (own) evaluator.takePresent(each, own, now)
}
