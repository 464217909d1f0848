import { isMeasuring, type Sensor } from '#kit/model/sensor.ts'
import { isHigh } from '../../contract/condition.ts'
import type { PlannedRule } from '../rules/planned-rule.ts'

/** A value on one side of which a reading means something else than on the other. */
export interface Edge {
  readonly value: number
  /** Whether readings above it are meant, else those below it. */
  readonly isUpper: boolean
}

/** Readings at which the side of an edge changes, or the quality where that counts. */
export interface EdgeReduction {
  readonly kind: 'edges'
  readonly edges: readonly Edge[]
  /** Else bad readings say nothing. */
  readonly countsQuality: boolean
}

/** Which readings of a sensor its rules need so that all the others change nothing. */
export type Reduction =
  | EdgeReduction
  /** Those at which value or quality change. */
  | { readonly kind: 'changes' }
  /** Every number. */
  | { readonly kind: 'numbers' }
  /** Every reading, texts too. */
  | { readonly kind: 'all' }

/** Each takes a bit of the number that says on which side of them a reading lies. */
const maximumEdges = 50

const bySide: ReadonlySet<string> = new Set(['limit', 'bad_quality'])
const byChange: ReadonlySet<string> = new Set(['state', 'bad_quality', 'no_change'])

/**
 * The readings that rules of one sensor need; `others`: sensors that they name beside it. Between
 * two of them every reading has the same meaning for each rule, whatever its state: it neither
 * raises nor ends an alarm, nor ends a delay that the clock does not end.
 */
export function reductionOf(
  rules: readonly PlannedRule[],
  sensor: Sensor,
  others: readonly Sensor[],
): Reduction {
  const kinds = rules.map(({ condition }) => condition.kind)
  const isNumeric = [sensor, ...others].every(({ type }) => isMeasuring(type))
  if (isNumeric && kinds.every((kind) => bySide.has(kind))) {
    const edges = distinct(rules.flatMap((rule) => edgesOf(rule, sensor)))
    const countsQuality = kinds.includes('bad_quality')
    if (edges.length <= maximumEdges) return { kind: 'edges', edges, countsQuality }
  }
  if (isNumeric) return { kind: 'numbers' }
  return kinds.every((kind) => byChange.has(kind)) ? { kind: 'changes' } : { kind: 'all' }
}

function edgesOf({ condition, deadband }: PlannedRule, sensor: Sensor): Edge[] {
  if (condition.kind !== 'limit') return []
  const isUpper = isHigh(condition.level)
  const limit = condition.limit ?? (isUpper ? sensor.upperAlarm : sensor.lowerAlarm)
  if (limit === null) return []
  const returnLimit = isUpper ? limit - deadband : limit + deadband
  return [limit, returnLimit].map((value) => ({ value, isUpper }))
}

const distinct = (edges: readonly Edge[]): Edge[] => [
  ...new Map(edges.map((edge) => [`${edge.value} ${edge.isUpper}`, edge])).values(),
]
