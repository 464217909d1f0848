import { isMeasuring, type Sensor } from '#kit/model/sensor.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import { namedBy, type AlarmCondition } from '../../contract/condition.ts'
import type { RuleTarget } from '../../contract/rule.ts'
import { ownLimitRules, type PlannedRule } from './planned-rule.ts'
import { replacedLimit } from './replaced-limit.ts'
import { tagPattern } from './tag-pattern.ts'

type Pattern = Extract<RuleTarget, { kind: 'pattern' }>

interface Matcher {
  readonly rule: PlannedRule
  readonly matches: (sensor: Sensor) => boolean
}
type ProductOf = (deviceId: number) => string

/** The product of each device as the catalogue has it now. */
export const productsOf =
  ({ deviceById }: Pick<Catalogue, 'deviceById'>): ProductOf =>
  (deviceId) =>
    deviceById(deviceId)?.product ?? ''

/** Finds the rules of a sensor: those that name it, and those whose pattern it has. */
export class RuleIndex {
  readonly #named = new Map<string, PlannedRule[]>()
  readonly #patterns: Matcher[] = []
  /** Sensors that conditions name, beside those that rules are about. */
  readonly #others = new Set<string>()
  readonly #productOf: ProductOf

  constructor(rules: readonly PlannedRule[], productOf: ProductOf) {
    this.#productOf = productOf
    for (const rule of rules) this.#add(rule)
  }

  /** Of this sensor, its own limits among them where no rule has taken their place. */
  rulesOf(sensor: Sensor): readonly PlannedRule[] {
    const { lesiId, key } = sensor
    const found = new Set(this.#named.get(`${lesiId} ${key}`))
    for (const { rule, matches } of this.#patterns) if (matches(sensor)) found.add(rule)
    const rules = [...found].filter((rule) => canHave(rule.condition.kind, sensor))
    return [...rules, ...ownLimitsWithout(rules, sensor)]
  }

  /** Whether the condition of a rule names this sensor. */
  isNamed({ lesiId, key }: Pick<Sensor, 'lesiId' | 'key'>): boolean {
    return this.#others.has(`${lesiId} ${key}`)
  }

  #add(rule: PlannedRule): void {
    const { target, condition } = rule
    for (const { thing, key } of namedBy(condition)) this.#others.add(`${thing} ${key}`)
    if (target.kind === 'pattern') {
      this.#patterns.push({ rule, matches: matcherOf(target, this.#productOf) })
      return
    }
    for (const { thing, key } of target.sensors) {
      const name = `${thing} ${key}`
      const present = this.#named.get(name)
      if (present) present.push(rule)
      else this.#named.set(name, [rule])
    }
  }
}

function matcherOf(pattern: Pattern, productOf: ProductOf): (sensor: Sensor) => boolean {
  const tag = pattern.tag === '' ? null : tagPattern(pattern.tag)
  return ({ type, deviceId, key, alias }) => {
    if (pattern.type !== null && pattern.type !== type) return false
    if (pattern.product !== '' && pattern.product !== productOf(deviceId)) return false
    return tag === null || tag(key) || tag(alias)
  }
}

/** Whether a rule of this target and kind would be about a sensor. */
export function aboutSensors(
  target: RuleTarget,
  kind: AlarmCondition['kind'],
  productOf: ProductOf,
): (sensor: Sensor) => boolean {
  if (target.kind === 'pattern') {
    const matches = matcherOf(target, productOf)
    return (sensor) => matches(sensor) && canHave(kind, sensor)
  }
  const names = new Set(target.sensors.map(({ thing, key }) => `${thing} ${key}`))
  return (sensor) => names.has(`${sensor.lesiId} ${sensor.key}`) && canHave(kind, sensor)
}

const measuredKinds: ReadonlySet<string> = new Set(['limit', 'rate', 'deviation'])

/** Whether the sensor can have what the rule is about. */
function canHave(kind: AlarmCondition['kind'], { type }: Sensor): boolean {
  if (measuredKinds.has(kind)) return isMeasuring(type)
  return kind === 'repeated_text' ? type === 'string' : true
}

/** A limit of its own is a rule by itself, but for a rule that is about that limit. */
function ownLimitsWithout(rules: readonly PlannedRule[], sensor: Sensor): PlannedRule[] {
  if (!isMeasuring(sensor.type)) return []
  const taken = { upper: false, lower: false }
  for (const { condition } of rules) {
    const side = replacedLimit(condition)
    if (side !== null) taken[side] = true
  }
  return [
    ...(sensor.upperAlarm !== null && !taken.upper ? [ownLimitRules.upper] : []),
    ...(sensor.lowerAlarm !== null && !taken.lower ? [ownLimitRules.lower] : []),
  ]
}
