import type { SensorType } from '#kit/model/sensor.ts'
import { noCutoffs, type RetentionCutoffs } from '#kit/server/readings/retained-readings.ts'
import type { RetentionRule } from '../../contract/retention.ts'

const dayMs = 86_400_000

/** The day of UTC that lies so many days back, ms UTC; 0: none, everything is kept. */
function cutoff(now: number, days: number | null): number {
  return days === null ? 0 : Math.max(0, Math.floor((now - days * dayMs) / dayMs) * dayMs)
}

/**
 * Before when readings, minutes and hours of a rule's sensor expire. Without minutes its readings
 * serve as them.
 */
export function cutoffsOf(
  { readingsDays, minutesDays, hoursDays }: RetentionRule,
  hasMinutes: boolean,
  now: number,
): RetentionCutoffs {
  const minutes = cutoff(now, minutesDays)
  return {
    readings: hasMinutes ? cutoff(now, readingsDays) : minutes,
    minutes,
    hours: cutoff(now, hoursDays),
  }
}

/** The rule of each type of sensor and product of devices. */
export class Rules {
  readonly #rules: ReadonlyMap<string, RetentionRule>

  constructor(rules: readonly RetentionRule[]) {
    this.#rules = new Map(rules.map((rule) => [keyOf(rule), rule]))
  }

  of(type: SensorType, product: string): RetentionRule | undefined {
    return (
      this.#rules.get(keyOf({ type, product })) ?? this.#rules.get(keyOf({ type, product: '' }))
    )
  }

  /** The shortest time for which readings are kept one by one. */
  get minimumDays(): number {
    return Math.min(...[...this.#rules.values()].map(({ readingsDays }) => readingsDays))
  }

  /** What was removed has no type any more: it is kept for as long as anything. */
  longest(now: number): RetentionCutoffs {
    const all = [...this.#rules.values()].map((rule) => cutoffsOf(rule, false, now))
    return {
      readings: Math.min(...all.map(({ readings }) => readings)),
      minutes: Math.min(...all.map(({ minutes }) => minutes)),
      hours: Math.min(...all.map(({ hours }) => hours)),
    }
  }
}

const keyOf = ({ type, product }: Pick<RetentionRule, 'type' | 'product'>) => `${type} ${product}`

/** The later one of each: what is removed does not come back. */
export function laterOf(
  one: RetentionCutoffs = noCutoffs,
  other: RetentionCutoffs = noCutoffs,
): RetentionCutoffs {
  return {
    readings: Math.max(one.readings, other.readings),
    minutes: Math.max(one.minutes, other.minutes),
    hours: Math.max(one.hours, other.hours),
  }
}

export const isSame = (one: RetentionCutoffs, other: RetentionCutoffs): boolean =>
  one.readings === other.readings && one.minutes === other.minutes && one.hours === other.hours
