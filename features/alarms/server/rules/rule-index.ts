import { isMeasuring, type Sensor } from '#kit/model/sensor.ts'
import { isHigh } from '../../contract/condition.ts'
import type { RuleTarget } from '../../contract/rule.ts'
import { ownLimitRules, type PlannedRule } from './planned-rule.ts'

type Pattern = Extract<RuleTarget, { kind: 'pattern' }>

interface Matcher {
  readonly rule: PlannedRule
  readonly pattern: Pattern
  readonly tag: RegExp | null
}

/** Finds the rules of a sensor: those that name it, and those whose pattern it has. */
export class RuleIndex {
  readonly #named = new Map<string, PlannedRule[]>()
  readonly #patterns: Matcher[] = []
  readonly #productOf: (deviceId: number) => string

  constructor(rules: readonly PlannedRule[], productOf: (deviceId: number) => string) {
    this.#productOf = productOf
    for (const rule of rules) this.#add(rule)
  }

  /** Of this sensor, its own limits among them where no rule has taken their place. */
  rulesOf(sensor: Sensor): readonly PlannedRule[] {
    const { lesiId, key } = sensor
    const found = new Set(this.#named.get(`${lesiId} ${key}`))
    for (const matcher of this.#patterns)
      if (this.#matches(matcher, sensor)) found.add(matcher.rule)
    const rules = [...found].filter((rule) => canHave(rule, sensor))
    return [...rules, ...ownLimitsWithout(rules, sensor)]
  }

  #add(rule: PlannedRule): void {
    const { target } = rule
    if (target.kind === 'pattern') {
      const tag = target.tag === '' ? null : patternOf(target.tag)
      this.#patterns.push({ rule, pattern: target, tag })
      return
    }
    for (const { thing, key } of target.sensors) {
      const name = `${thing} ${key}`
      const present = this.#named.get(name)
      if (present) present.push(rule)
      else this.#named.set(name, [rule])
    }
  }

  #matches({ pattern, tag }: Matcher, { type, deviceId, key, alias }: Sensor): boolean {
    if (pattern.type !== null && pattern.type !== type) return false
    if (pattern.product !== '' && pattern.product !== this.#productOf(deviceId)) return false
    return tag === null || tag.test(key) || tag.test(alias)
  }
}

/** `*` is any characters; letters of both cases are the same. */
function patternOf(text: string): RegExp {
  const parts = text
    .split(/\*+/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join('.*')}$`, 'isu')
}

const measuredKinds: ReadonlySet<string> = new Set(['limit', 'rate', 'deviation'])

/** Whether the sensor can have what the rule is about. */
function canHave({ condition }: PlannedRule, { type }: Sensor): boolean {
  if (measuredKinds.has(condition.kind)) return isMeasuring(type)
  return condition.kind === 'repeated_text' ? type === 'string' : true
}

/** A limit of its own is a rule by itself, but for a rule that is about that limit. */
function ownLimitsWithout(rules: readonly PlannedRule[], sensor: Sensor): PlannedRule[] {
  if (!isMeasuring(sensor.type)) return []
  const taken = { upper: false, lower: false }
  for (const { condition } of rules)
    if (condition.kind === 'limit' && condition.limit === null)
      taken[isHigh(condition.level) ? 'upper' : 'lower'] = true
  return [
    ...(sensor.upperAlarm !== null && !taken.upper ? [ownLimitRules.upper] : []),
    ...(sensor.lowerAlarm !== null && !taken.lower ? [ownLimitRules.lower] : []),
  ]
}
