import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/model/calls/errors.ts'
import { isMeasuring, type Sensor } from '#kit/model/sensor.ts'
import type { RouteInput } from '#kit/model/calls/route.ts'
import type { Caller } from '#kit/server/caller.ts'
import { serve } from '#kit/server/http/serve.ts'
import {
  listAlarmRules,
  listOwnLimits,
  matchAlarmRule,
  previewedSensors,
  readAlarmRule,
  type OwnLimitRule,
} from '../../../contract/rule-routes.ts'
import { ownLimitRules, type OwnLimit } from '../../rules/planned-rule.ts'
import { aboutSensors, productsOf } from '../../rules/rule-index.ts'
import { replacedLimit } from '../../rules/replaced-limit.ts'
import type { StoredRule } from '../../rules/rules-store.ts'
import type { AlarmCallServices } from '../services.ts'
import { isVisibleTo, describeListed, nameOf } from './rule-access.ts'
import { sensorsOf } from './rule-sensors.ts'

type RuleFilter = RouteInput<typeof listAlarmRules>['query']

/** The calls that show rules, and what they are about. */
export function registerRuleLists(app: FastifyInstance, services: AlarmCallServices): void {
  const { alarms } = services

  serve(app, listAlarmRules, async ({ caller, query }) => {
    const { page, limit } = query
    const matching = alarms.rules.stored.filter(
      (rule) => isWanted(rule, query) && isVisibleTo(services, caller, rule),
    )
    return {
      data: describeListed(services, caller, matching.slice((page - 1) * limit, page * limit)),
      meta: { total: matching.length, page, limit },
    }
  })

  serve(app, readAlarmRule, async ({ caller, params: { id } }) => {
    const rule = alarms.rules.stored.find((each) => each.id === id)
    const [data] =
      rule && isVisibleTo(services, caller, rule) ? describeListed(services, caller, [rule]) : []
    if (!data) throw new AppError('not_found', 'There is no such rule')
    return { data }
  })

  serve(app, listOwnLimits, async ({ caller, query: { page, limit, search } }) => {
    const all = [...ownLimits(services, caller, search?.toLowerCase() ?? '')]
    return {
      data: all.slice((page - 1) * limit, page * limit).map(({ sensor, side, value }) => ({
        ...{ sensor: nameOf(services, sensor), side, limit: value },
        replacedBy: replacerOf(services, sensor, side),
      })),
      meta: { total: all.length, page, limit },
    }
  })

  serve(app, matchAlarmRule, async ({ caller, body: { target, kind } }) => {
    const isAbout = aboutSensors(target, kind, productsOf(services.catalogue))
    const matching = [...sensorsOf(services, caller)].filter(isAbout)
    const sensors = matching.slice(0, previewedSensors).map((sensor) => nameOf(services, sensor))
    return { data: { total: matching.length, sensors } }
  })
}

function isWanted(rule: StoredRule, { search, kind, priority, enabled }: RuleFilter): boolean {
  if (kind !== undefined && rule.condition.kind !== kind) return false
  if (priority !== undefined && String(rule.priority) !== priority) return false
  if (enabled !== undefined && rule.isEnabled !== (enabled === 'yes')) return false
  return rule.name.toLowerCase().includes(search?.toLowerCase() ?? '')
}

function* ownLimits(services: AlarmCallServices, caller: Caller, text: string) {
  for (const sensor of sensorsOf(services, caller)) {
    if (!isMeasuring(sensor.type)) continue
    const device = services.catalogue.deviceById(sensor.deviceId)
    const names = `${device?.name} ${sensor.lesiId} ${sensor.alias} ${sensor.key}`
    if (!names.toLowerCase().includes(text)) continue
    const { upperAlarm, lowerAlarm } = sensor
    if (upperAlarm !== null) yield { sensor, side: 'upper', value: upperAlarm } as const
    if (lowerAlarm !== null) yield { sensor, side: 'lower', value: lowerAlarm } as const
  }
}

function replacerOf(
  { alarms }: AlarmCallServices,
  sensor: Sensor,
  side: OwnLimit,
): OwnLimitRule['replacedBy'] {
  const rules = alarms.rules.index.rulesOf(sensor)
  if (rules.includes(ownLimitRules[side])) return null
  return rules.find((rule) => replacedLimit(rule.condition) === side)?.name ?? null
}
