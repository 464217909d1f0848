import type { Sensor } from '#kit/model/sensor.ts'
import { isHigh } from '../../contract/condition.ts'
import type { PlannedRule } from '../rules/planned-rule.ts'
import { compareAlarms } from './compare.ts'
import type { ReplayResult } from './messages.ts'

/** Parts of the span of the sensor. */
const deadbands = [0.005, 0.01, 0.02, 0.05, 0.1] as const
const delaysMs = [5_000, 10_000, 30_000, 60_000, 120_000, 300_000] as const

/** A change of a rule that would make fewer alarms. */
export type Proposal = { readonly deadband: number } | { readonly onDelayMs: number }

/** A proposal, and what it would have made of the stored readings. */
export interface Advice {
  readonly proposal: Proposal
  readonly before: number
  readonly after: number
  /** How much later each alarm that stays would have come, ms. */
  readonly later: readonly number[]
}

/** The present rule, and each change of it that may help; of origins of their own. */
export function candidatesOf(rule: PlannedRule, sensor: Sensor): readonly PlannedRule[] {
  const { condition } = rule
  if (condition.kind !== 'limit') return []
  const own = isHigh(condition.level) ? sensor.upperAlarm : sensor.lowerAlarm
  const span = spanOf(sensor, condition.limit ?? own ?? 0)
  const wider = deadbands
    .map((part) => rounded(span * part, sensor.decimals))
    .filter((deadband) => deadband > rule.deadband && deadband < span)
  return [
    { ...rule, origin: 'before' },
    ...[...new Set(wider)].map((deadband) => ({
      ...{ ...rule, deadband, origin: originOf({ deadband }) },
    })),
    ...delaysMs
      .filter((onDelayMs) => onDelayMs > rule.onDelayMs)
      .map((onDelayMs) => ({ ...rule, onDelayMs, origin: originOf({ onDelayMs }) })),
  ]
}

const originOf = (proposal: Proposal): string => JSON.stringify(proposal)

/** Between its limits, else of its scale, else the size of the limit. */
function spanOf(sensor: Sensor, limit: number): number {
  const { lowerAlarm, upperAlarm, scaleLow, scaleHigh } = sensor
  if (lowerAlarm !== null && upperAlarm !== null) return upperAlarm - lowerAlarm
  if (scaleLow !== null && scaleHigh !== null) return scaleHigh - scaleLow
  return Math.abs(limit) || 1
}

/** With the decimals of the sensor and one more, so that a small part is none of nothing. */
function rounded(value: number, decimals: number): number {
  const digits = 10 ** (decimals + 1)
  return Math.max(Math.round(value * digits), 1) / digits
}

/** Of all alarms, so many less are worth a change. */
const worthwhile = 0.3
/** The smallest change is proposed that does so much of what the largest does. */
const nearly = 0.8

/**
 * The smallest deadband that removes nearly as many alarms as the largest; where deadbands do not
 * help, the shortest delay: a deadband costs no time, a delay makes every alarm later. Null:
 * neither helps, as it is the limit itself that is reached.
 */
export function adviceOf(candidates: readonly PlannedRule[], result: ReplayResult): Advice | null {
  const before = result.get('before') ?? []
  const tried = candidates.slice(1).map((rule): Advice => {
    const after = result.get(rule.origin) ?? []
    const { kept } = compareAlarms(before, after)
    return {
      proposal: JSON.parse(rule.origin) as Proposal,
      ...{ before: before.length, after: after.length },
      later: kept.map(([one, other]) => other.raisedAt - one.raisedAt),
    }
  })
  const isDeadband = ({ proposal }: Advice) => 'deadband' in proposal
  return (
    smallest(tried.filter((advice) => isDeadband(advice))) ??
    smallest(tried.filter((advice) => !isDeadband(advice)))
  )
}

function smallest(tried: readonly Advice[]): Advice | null {
  const removed = ({ before, after }: Advice) => before - after
  const most = Math.max(0, ...tried.map(removed))
  const [first] = tried
  if (!first || most < first.before * worthwhile || most === 0) return null
  return tried.find((advice) => removed(advice) >= most * nearly) ?? null
}
