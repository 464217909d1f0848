import { staleAfterIntervals, type Sensor } from '#kit/model/sensor.ts'
import { isHigh } from '../../contract/condition.ts'
import { withProposal, type Proposal } from '../../contract/proposal.ts'
import type { PlannedRule } from '../rules/planned-rule.ts'
import { compareAlarms } from './compare.ts'
import { countOf, noAlarms, type ReplayResult } from './replayed-alarms.ts'

/** Parts of the span of the sensor; of a rate of change or a deviation. */
const deadbands = [0.005, 0.01, 0.02, 0.05, 0.1] as const
const partsOfAmount = [0.25, 0.5, 0.75] as const
/** What an amount is made greater by, and how long a silence may last. */
const wider = [1.25, 1.5, 2] as const
const longer = [1.5, 2, 3, 5, 10] as const
const delaysMs = [5_000, 10_000, 30_000, 60_000, 120_000, 300_000] as const
const dayMs = 86_400_000

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
  const proposals = proposalsOf(rule, sensor)
  if (proposals.length === 0) return []
  return [
    { ...rule, origin: 'before' },
    ...proposals.map((proposal) => ({
      ...withProposal(rule, proposal),
      origin: JSON.stringify(proposal),
    })),
  ]
}

/** Each kind from the smallest on; what costs no time before what does. */
function proposalsOf(rule: PlannedRule, sensor: Sensor): readonly Proposal[] {
  const { condition } = rule
  const deadbandsOf = (amounts: readonly number[], maximum: number) =>
    distinct(amounts, sensor)
      .filter((deadband) => deadband > rule.deadband && deadband < maximum)
      .map((deadband) => ({ deadband }))
  const delays = delaysMs
    .filter((onDelayMs) => onDelayMs > rule.onDelayMs)
    .map((onDelayMs) => ({ onDelayMs }))
  const parts = (amount: number) => partsOfAmount.map((part) => part * amount)
  const more = (amount: number) =>
    distinct(
      wider.map((times) => times * amount),
      sensor,
    )
  switch (condition.kind) {
    case 'limit': {
      const own = isHigh(condition.level) ? sensor.upperAlarm : sensor.lowerAlarm
      const span = spanOf(sensor, condition.limit ?? own ?? 0)
      return [
        ...deadbandsOf(
          deadbands.map((part) => part * span),
          span,
        ),
        ...delays,
      ]
    }
    case 'rate': {
      const { change } = condition
      const changes = more(change).map((greater) => ({ change: greater }))
      return [...deadbandsOf(parts(change), change), ...changes, ...delays]
    }
    case 'deviation': {
      const { by } = condition
      const amounts = more(by).map((greater) => ({ by: greater }))
      return [...deadbandsOf(parts(by), by), ...amounts, ...delays]
    }
    case 'no_change':
    case 'no_data': {
      const present = condition.afterMs ?? sensor.intervalMs * staleAfterIntervals
      const times = longer.map((factor) => Math.round(factor * present))
      return times.filter((afterMs) => afterMs <= dayMs).map((afterMs) => ({ afterMs }))
    }
    case 'device_offline':
      return []
    default:
      return delays
  }
}

const distinct = (amounts: readonly number[], { decimals }: Sensor): readonly number[] => [
  ...new Set(amounts.map((amount) => rounded(amount, decimals))),
]

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
 * The smallest change that removes nearly as many alarms as the largest of its kind, of the first
 * kind that helps: a deadband costs no time, a delay makes every alarm later. Null: none helps, as
 * it is the condition itself that is met.
 */
export function adviceOf(candidates: readonly PlannedRule[], result: ReplayResult): Advice | null {
  const before = result.get('before') ?? noAlarms
  const replayed = candidates.slice(1).map((rule): Advice => {
    const after = result.get(rule.origin) ?? noAlarms
    return {
      proposal: JSON.parse(rule.origin) as Proposal,
      ...{ before: countOf(before), after: countOf(after) },
      later: compareAlarms(before, after).later,
    }
  })
  const kinds = Map.groupBy(replayed, ({ proposal }) => Object.keys(proposal)[0])
  for (const some of kinds.values()) {
    const advice = smallest(some)
    if (advice) return advice
  }
  return null
}

function smallest(replayed: readonly Advice[]): Advice | null {
  const removed = ({ before, after }: Advice) => before - after
  const maximum = Math.max(0, ...replayed.map(removed))
  const [first] = replayed
  if (!first || maximum < first.before * worthwhile || maximum === 0) return null
  return replayed.find((advice) => removed(advice) >= maximum * nearly) ?? null
}
