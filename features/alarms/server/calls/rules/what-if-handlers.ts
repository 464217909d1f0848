import type { FastifyInstance } from 'fastify'
import type { Sensor } from '#kit/model/sensor.ts'
import type { Caller } from '#kit/server/caller.ts'
import { disconnectSignal } from '#kit/server/http/replies/disconnect-signal.ts'
import { serve } from '#kit/server/http/serve.ts'
import { ofOpenSensors } from '#kit/server/of-open-sensors.ts'
import { namedAlarms, tryAlarmRule, type WhatIf } from '../../../contract/rule-routes.ts'
import type { NewAlarmRule } from '../../../contract/rule.ts'
import { ownLimitRules, type PlannedRule } from '../../rules/planned-rule.ts'
import { replacedLimit } from '../../rules/replaced-limit.ts'
import { aboutSensors, productsOf } from '../../rules/rule-index.ts'
import {
  whatIf,
  type NamedAlarms,
  type WhatIfOutcome,
  type WhatIfQuestion,
} from '../../what-if/what-if.ts'
import type { ReplaySlots } from '../../what-if/replay-slots.ts'
import type { AlarmCallServices } from '../services.ts'
import { delaysOf } from './delays.ts'
import { assertValid, nameOf, requireConfigurable } from './rule-access.ts'
import { sensorsOf } from './rule-sensors.ts'

const dayMs = 86_400_000

/** The call that tries a rule against the past. */
export function registerWhatIf(
  app: FastifyInstance,
  services: AlarmCallServices,
  places: ReplaySlots,
): void {
  const { catalogue, clock, outages, telemetry, timezone } = services

  serve(app, tryAlarmRule, async ({ caller, body: { id, rule, days }, reply }) => {
    const to = clock()
    const from = to - days * dayMs
    const signal = disconnectSignal(reply)
    const judge = () => triedBy(services, caller, id, rule)
    const data = await ofOpenSensors(judge, async ({ sensors, formerOf }) => {
      const outcome = await places.use(caller.sessionId, signal, (thread) => {
        const reader = telemetry.readerFor(caller.sessionId, signal).lengthy
        const changed = rule.isEnabled ? plannedOf(rule) : null
        return whatIf(
          { reader, thread, catalogue, timezone, outages },
          { sensors, from, to, named: namedAlarms, formerOf, changed },
        )
      })
      return described(services, outcome, { from, to, total: sensors.length })
    })
    return { data }
  })
}

/**
 * The sensors that the caller tries a rule for, and what counts for them now: the rule with this
 * id, or limits of their own. Refuses a rule that the caller may not save.
 */
function triedBy(
  services: AlarmCallServices,
  caller: Caller,
  id: number | null,
  rule: NewAlarmRule,
): Pick<WhatIfQuestion, 'sensors' | 'formerOf'> {
  const { alarms, catalogue } = services
  const { stored } = alarms.rules
  const former = id === null ? null : requireConfigurable(services, caller, stored, id)
  const others = stored.filter((each) => each.id !== id)
  assertValid(services, caller, rule, others, former)
  const productOf = productsOf(catalogue)
  const isAbout = aboutSensors(rule.target, rule.condition.kind, productOf)
  const wasAbout = former && aboutSensors(former.target, former.condition.kind, productOf)
  return {
    sensors: [...sensorsOf(services, caller)].filter(
      (sensor) => isAbout(sensor) || wasAbout?.(sensor),
    ),
    formerOf: (sensor) =>
      wasAbout
        ? wasAbout(sensor) && former.isEnabled
          ? plannedOf(former)
          : null
        : ownLimitOf(rule, sensor),
  }
}

const plannedOf = (rule: NewAlarmRule): PlannedRule => ({ ...rule, origin: 'rule' })

/** The limit of a sensor in whose place a new rule would come. */
function ownLimitOf({ condition }: NewAlarmRule, sensor: Sensor): PlannedRule | null {
  const side = replacedLimit(condition)
  if (side === null) return null
  const has = side === 'upper' ? sensor.upperAlarm : sensor.lowerAlarm
  return has === null ? null : ownLimitRules[side]
}

function described(
  services: AlarmCallServices,
  { replayed, before, after, vanished, appeared, later }: WhatIfOutcome,
  { from, to, total }: { readonly from: number; readonly to: number; readonly total: number },
): WhatIf {
  const named = ({ total: count, newest }: NamedAlarms) => ({
    total: count,
    alarms: newest
      .toSorted((one, other) => other.since - one.since)
      .slice(0, namedAlarms)
      .map(({ sensor, isOfDevice, ...alarm }) => {
        const name = nameOf(services, sensor)
        const ofDevice = { ...name, key: '', alias: name.device, device: '' }
        return { ...alarm, sensor: isOfDevice ? ofDevice : name }
      }),
  })
  return {
    ...{ from, to, sensors: { total, replayed }, before, after },
    ...{ vanished: named(vanished), appeared: named(appeared), later: delaysOf(later) },
  }
}
