import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/model/errors.ts'
import { fieldError } from '#kit/model/field-errors.ts'
import { isAdministrator } from '#kit/model/gate.ts'
import { originOf, type AuditSnapshot } from '#kit/server/audit.ts'
import type { Caller } from '#kit/server/caller.ts'
import { mayConfigure } from '#kit/server/device-rights.ts'
import { serve } from '#kit/server/http/serve.ts'
import {
  createAlarmRule,
  deleteAlarmRule,
  listAlarmRules,
  updateAlarmRule,
} from '../../contract/routes.ts'
import { maximumRules, type AlarmRule, type NewAlarmRule } from '../../contract/rule.ts'
import { problemsOf } from '../rules/judge-rule.ts'
import {
  deleteRule,
  insertRule,
  lockRules,
  readRules,
  updateRule,
  type StoredRule,
} from '../rules/rules-store.ts'
import type { AlarmCallServices } from './services.ts'

/** The calls that list and change rules. */
export function registerRuleCalls(app: FastifyInstance, services: AlarmCallServices): void {
  const { sql, audit, clock, alarms } = services

  serve(app, listAlarmRules, async ({ caller, query: { page, limit, search } }) => {
    const text = search?.toLowerCase() ?? ''
    const matching = alarms.rules.stored.filter(
      (rule) => concerns(services, caller, rule) && rule.name.toLowerCase().includes(text),
    )
    const points = countPoints(services)
    const shown = matching.slice((page - 1) * limit, page * limit)
    return {
      data: shown.map((rule) => describe(points, rule)),
      meta: { total: matching.length, page, limit },
    }
  })

  serve(app, createAlarmRule, async ({ caller, body, request }) => {
    const id = await sql.transaction().execute(async (transaction) => {
      await lockRules(transaction)
      const others = await readRules(transaction)
      if (others.length >= maximumRules)
        refuse({ name: [fieldError('too_many', { maximum: maximumRules })] })
      judge(services, caller, body, others, null)
      const added = await insertRule(transaction, body, clock())
      await audit(transaction, originOf(request), {
        ...{ action: 'alarm-rule.create', entity: 'alarm-rule', entityId: added },
        ...{ entityName: body.name, after: snapshotOf(body) },
      })
      return added
    })
    return { data: await present(services, id) }
  })

  serve(app, updateAlarmRule, async ({ caller, params: { id }, body, request }) => {
    const { version, ...rule } = body
    await sql.transaction().execute(async (transaction) => {
      await lockRules(transaction)
      const all = await readRules(transaction)
      const former = requireConfigurable(services, caller, all, id)
      const others = all.filter((each) => each.id !== id)
      judge(services, caller, rule, others, id)
      if (!(await updateRule(transaction, id, version, rule, clock())))
        throw new AppError('conflict', 'Somebody else has changed this rule')
      await audit(transaction, originOf(request), {
        ...{ action: 'alarm-rule.update', entity: 'alarm-rule', entityId: id },
        ...{ entityName: rule.name, before: snapshotOf(former), after: snapshotOf(rule) },
      })
    })
    return { data: await present(services, id) }
  })

  serve(app, deleteAlarmRule, async ({ caller, params: { id }, request }) => {
    await sql.transaction().execute(async (transaction) => {
      await lockRules(transaction)
      const former = requireConfigurable(services, caller, await readRules(transaction), id)
      await deleteRule(transaction, id)
      await audit(transaction, originOf(request), {
        ...{ action: 'alarm-rule.remove', entity: 'alarm-rule', entityId: id },
        ...{ entityName: former.name, before: snapshotOf(former) },
      })
    })
    await alarms.refresh()
    return { data: { id } }
  })
}

async function present(services: AlarmCallServices, id: number): Promise<AlarmRule> {
  await services.alarms.refresh()
  const stored = services.alarms.rules.stored.find((rule) => rule.id === id)
  if (!stored) throw new AppError('not_found', 'There is no such rule')
  return describe(countPoints(services), stored)
}

function judge(
  { catalogue }: AlarmCallServices,
  caller: Caller,
  rule: NewAlarmRule,
  others: readonly StoredRule[],
  id: number | null,
): void {
  const bindings = catalogue.bindingsOf(caller.userId)
  refuse(
    problemsOf(
      {
        ...{ catalogue, others, id, mayUsePatterns: isAdministrator(caller) },
        mayConfigure: (deviceId) => mayConfigure(caller, bindings.get(deviceId)),
      },
      rule,
    ),
  )
}

function refuse(problems: ReturnType<typeof problemsOf>): void {
  const [field] = Object.keys(problems)
  if (field !== undefined)
    throw new AppError('invalid', `${field} is not accepted`, { errors: problems })
}

/** Everybody may know rules of patterns; others only who sees one of their devices. */
function concerns({ catalogue }: AlarmCallServices, caller: Caller, { target }: StoredRule) {
  if (target.kind === 'pattern' || isAdministrator(caller)) return true
  const visible = catalogue.visibleDeviceIds(caller)
  return target.sensors.some(({ thing }) => visible.has(catalogue.device(thing)?.id ?? 0))
}

/** A rule is changed by whoever may configure every device that it names. */
function requireConfigurable(
  services: AlarmCallServices,
  caller: Caller,
  rules: readonly StoredRule[],
  id: number,
): StoredRule {
  const { catalogue } = services
  const rule = rules.find((each) => each.id === id)
  if (!rule || !concerns(services, caller, rule))
    throw new AppError('not_found', 'There is no such rule')
  const bindings = catalogue.bindingsOf(caller.userId)
  const isAllowed =
    isAdministrator(caller) ||
    (rule.target.kind === 'sensors' &&
      rule.target.sensors.every(({ thing }) => {
        const device = catalogue.device(thing)
        return device === undefined || mayConfigure(caller, bindings.get(device.id))
      }))
  if (!isAllowed) throw new AppError('forbidden', 'You may not configure all devices of this rule')
  return rule
}

function countPoints({ alarms }: AlarmCallServices): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { origin } of alarms.evaluator.points.values())
    counts.set(origin, (counts.get(origin) ?? 0) + 1)
  return counts
}

function describe(points: ReadonlyMap<string, number>, rule: StoredRule): AlarmRule {
  return { ...rule, points: points.get(String(rule.id)) ?? 0 }
}

function snapshotOf({ name, isEnabled, priority, ...rest }: NewAlarmRule): AuditSnapshot {
  return { name, enabled: isEnabled, priority, definition: JSON.stringify(rest) }
}
