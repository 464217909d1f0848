import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/model/calls/errors.ts'
import { originOf } from '#kit/server/audit.ts'
import { serve } from '#kit/server/http/serve.ts'
import {
  changeRetention,
  previewRetention,
  removeRetention,
  type RetentionRule,
} from '../../contract/retention.ts'
import { Rules } from './cutoffs.ts'
import type { RetentionCallServices } from './retention-services.ts'
import { removedBefore, sensorsByRule } from './rule-effects.ts'
import { readRules, removeRule, writeRule } from './rules-store.ts'
import { countBefore } from './sensor-cutoffs-store.ts'

const nameOf = ({ type, product }: Pick<RetentionRule, 'type' | 'product'>) =>
  product === '' ? type : `${product}: ${type}`

/** Texts have no rollups: what is kept of them is kept as readings. */
const withoutRollupDays = (rule: RetentionRule): RetentionRule =>
  rule.type === 'string'
    ? { ...rule, minutesDays: rule.readingsDays, hoursDays: rule.readingsDays }
    : rule

/** The calls that change rules, and say before what a change removes. */
export function registerRuleCalls(app: FastifyInstance, services: RetentionCallServices): void {
  const { sql, audit, retention } = services

  serve(app, changeRetention, async ({ body, request }) => {
    const rule = withoutRollupDays(body)
    await sql.transaction().execute(async (transaction) => {
      const former = (await readRules(transaction)).find((one) => nameOf(one) === nameOf(rule))
      await writeRule(transaction, rule)
      await audit(transaction, originOf(request), {
        ...{ action: 'installation.change-retention', entity: 'installation' },
        ...{ entityId: 'retention', entityName: nameOf(rule), after: rule },
        ...(former ? { before: former } : {}),
      })
    })
    retention.check()
    return { data: rule }
  })

  serve(app, removeRetention, async ({ body: { product, type }, request }) => {
    await sql.transaction().execute(async (transaction) => {
      if (!(await removeRule(transaction, product, type)))
        throw new AppError('not_found', 'There is no such rule')
      await audit(transaction, originOf(request), {
        ...{ action: 'installation.remove-retention', entity: 'installation' },
        ...{ entityId: 'retention', entityName: nameOf({ product, type }) },
        before: { product, type },
      })
    })
    retention.check()
    return { data: { removed: true as const } }
  })

  registerPreview(app, services)
}

function registerPreview(
  app: FastifyInstance,
  { sql, telemetry, expiryClock, retained }: RetentionCallServices,
): void {
  serve(app, previewRetention, async ({ body }) => {
    const rule = withoutRollupDays(body)
    const others = (await readRules(sql)).filter((one) => nameOf(one) !== nameOf(rule))
    const rows = (await sensorsByRule(sql, new Rules([...others, rule]))).get(rule) ?? []
    const sensors = rows.map(([, id]) => id)
    const before = removedBefore(rule, expiryClock.now())
    // What serves as minutes is kept as long as these.
    const seldom = sensors.filter((id) => !retained.hasMinutes(id) && rule.type !== 'string')
    const often = sensors.filter((id) => retained.hasMinutes(id) || rule.type === 'string')
    const [one, other] = await Promise.all([
      countBefore(telemetry, often, before.readings ?? 0),
      countBefore(telemetry, seldom, before.minutes ?? 0),
    ])
    return { data: { sensors: sensors.length, readings: one + other, before } }
  })
}
