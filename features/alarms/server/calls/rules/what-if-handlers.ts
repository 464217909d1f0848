import type { FastifyInstance } from 'fastify'
import type { Sensor } from '#kit/model/sensor.ts'
import { disconnectSignal } from '#kit/server/http/disconnect-signal.ts'
import { serve } from '#kit/server/http/serve.ts'
import { namedAlarms, tryAlarmRule, type WhatIf } from '../../../contract/rule-routes.ts'
import type { NewAlarmRule } from '../../../contract/rule.ts'
import { ownLimitRules, type PlannedRule } from '../../rules/planned-rule.ts'
import { replacedLimit } from '../../rules/replaced-limit.ts'
import { aboutSensors, productsOf } from '../../rules/rule-index.ts'
import { whatIf, type NamedAlarms, type WhatIfOutcome } from '../../what-if/what-if.ts'
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
  const { alarms, catalogue, clock, telemetry, timezone } = services

  serve(app, tryAlarmRule, async ({ caller, body: { id, rule, days }, reply }) => {
    const former =
      id === null ? null : requireConfigurable(services, caller, alarms.rules.stored, id)
    const others = alarms.rules.stored.filter((each) => each.id !== id)
    assertValid(services, caller, rule, others, former)
    const productOf = productsOf(catalogue)
    const isAbout = aboutSensors(rule.target, rule.condition.kind, productOf)
    const wasAbout = former && aboutSensors(former.target, former.condition.kind, productOf)
    const sensors = [...sensorsOf(services, caller)].filter(
      (sensor) => isAbout(sensor) || wasAbout?.(sensor),
    )
    const to = clock()
    const from = to - days * dayMs
    const signal = disconnectSignal(reply)
    const outcome = await places.use(caller.sessionId, signal, (thread) =>
      whatIf(
        {
          reader: telemetry.readerFor(caller.sessionId, signal).lengthy,
          thread,
          catalogue,
          timezone,
          outages: services.outages,
        },
        {
          ...{ sensors, from, to, named: namedAlarms },
          formerOf: (sensor) =>
            wasAbout
              ? wasAbout(sensor) && former.isEnabled
                ? plannedOf(former)
                : null
              : ownLimitOf(rule, sensor),
          changed: rule.isEnabled ? plannedOf(rule) : null,
        },
      ),
    )
    return { data: described(services, outcome, { from, to, total: sensors.length }) }
  })
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
