import { cutoffsOf, type Rules } from './cutoffs.ts'
import { readSensors } from './rules-store.ts'
import type { RetentionRule } from '../../contract/retention.ts'
import type { Sql } from '#kit/server/postgres/sql.ts'

/** The sensors of each rule: all rules, or some that are tried. */
export async function sensorsByRule(sql: Sql, rules: Rules) {
  const bySensor = (await readSensors(sql)).map(
    (sensor) => [rules.of(sensor.type, sensor.product), sensor.id] as const,
  )
  return Map.groupBy(bySensor, ([rule]) => rule)
}

/** Before which moments (ms UTC) a rule has everything removed at `now`; null: it removes none. */
export function removedBefore(rule: RetentionRule, now: number) {
  const { readings, minutes, hours } = cutoffsOf(rule, true, now)
  return { readings: orNull(readings), minutes: orNull(minutes), hours: orNull(hours) }
}

const orNull = (moment: number) => (moment === 0 ? null : moment)
