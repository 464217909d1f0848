import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { originOf, type AuditSnapshot } from '#kit/server/audit.ts'
import type { Caller } from '#kit/server/caller.ts'
import { serve } from '#kit/server/http/serve.ts'
import { createAlarmRule, deleteAlarmRule, updateAlarmRule } from '../../../contract/rule-routes.ts'
import {
  maximumRules,
  maximumSuppressors,
  type AlarmRule,
  type NewAlarmRule,
} from '../../../contract/rule.ts'
import {
  deleteRule,
  insertRule,
  lockRules,
  readRules,
  updateRule,
  type StoredRule,
} from '../../rules/rules-store.ts'
import type { AlarmCallServices } from '../services.ts'
import {
  assertValid,
  countPoints,
  describe,
  readable,
  refuse,
  requireConfigurable,
  unseenSuppressors,
} from './rule-access.ts'

/** The calls that change rules. */
export function registerRuleCalls(app: FastifyInstance, services: AlarmCallServices): void {
  const { sql, audit, clock, alarms } = services

  serve(app, createAlarmRule, async ({ caller, body, request }) => {
    const changedAt = clock()
    const id = await sql.transaction().execute(async (transaction) => {
      await lockRules(transaction)
      const others = await readRules(transaction)
      if (others.length >= maximumRules)
        refuse({ name: [fieldError('too_many', { maximum: maximumRules })] })
      assertValid(services, caller, body, others, null)
      const added = await insertRule(transaction, body, changedAt)
      await audit(transaction, originOf(request), {
        ...{ action: 'alarm-rule.create', entity: 'alarm-rule', entityId: added },
        ...{ entityName: body.name, after: snapshotOf(body) },
      })
      return added
    })
    return {
      data: await present(services, caller, { ...body, id, version: 1, changedAt }),
    }
  })

  serve(app, updateAlarmRule, async ({ caller, params: { id }, body, request }) => {
    const { version, ...settings } = body
    const changedAt = clock()
    const changed = await sql.transaction().execute(async (transaction) => {
      await lockRules(transaction)
      const all = await readRules(transaction)
      const former = requireConfigurable(services, caller, all, id)
      const { procedure = former.procedure ?? '' } = settings
      const unseen = unseenSuppressors(services, caller, former, all)
      const suppressedBy = [...new Set([...settings.suppressedBy, ...unseen])]
      if (suppressedBy.length > maximumSuppressors)
        refuse({ suppressedBy: [fieldError('too_many', { maximum: maximumSuppressors })] })
      const rule = { ...settings, procedure, suppressedBy }
      const others = all.filter((each) => each.id !== id)
      assertValid(services, caller, rule, others, former)
      if (!(await updateRule(transaction, id, version, rule, changedAt)))
        throw new AppError('conflict', 'Somebody else has changed this rule')
      await audit(transaction, originOf(request), {
        ...{ action: 'alarm-rule.update', entity: 'alarm-rule', entityId: id },
        ...{ entityName: rule.name, before: snapshotOf(former), after: snapshotOf(rule) },
      })
      return { ...rule, id, version: version + 1, changedAt }
    })
    return { data: await present(services, caller, changed) }
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
    await alarms.refresh().catch(() => undefined)
    return { data: { id } }
  })
}

/**
 * The rule as it counts now, or as it was just stored where it can not be read: the change was
 * made, and the rules are read again.
 */
async function present(
  services: AlarmCallServices,
  caller: Caller,
  changed: StoredRule,
): Promise<AlarmRule> {
  const isRead = await services.alarms.refresh().then(
    () => true,
    () => false,
  )
  const { id } = changed
  const stored = isRead ? services.alarms.rules.stored.find((rule) => rule.id === id) : changed
  if (!stored) throw new AppError('not_found', 'There is no such rule')
  return describe(countPoints(services, caller), readable(services, caller, stored))
}

function snapshotOf({ name, isEnabled, priority, ...rest }: NewAlarmRule): AuditSnapshot {
  return { name, enabled: isEnabled, priority, definition: JSON.stringify(rest) }
}
