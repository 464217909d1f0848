import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/model/calls/errors.ts'
import { originOf, type Audit } from '#kit/server/audit.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import type { Clock } from '#kit/server/clock.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { ExpiryClock } from '#kit/server/expiry-clock/expiry-clock.ts'
import type { RetainedReadings } from '#kit/server/readings/retained-readings.ts'
import type { Sql } from '#kit/server/postgres/sql.ts'
import {
  cancelRepair,
  changeRetention,
  confirmClock,
  previewRetention,
  repairRollups,
  removeRetention,
  showRetention,
  type RetentionRule,
} from '../../contract/retention.ts'
import type { RollupRepair } from '../rollups/rollup-repair.ts'
import { cutoffsOf, Rules } from './cutoffs.ts'
import { sensorsOnDisk } from '../../contract/sensors-on-disk.ts'
import { SensorCosts } from './sensor-costs.ts'
import { countBefore, readStoredTables } from './sensor-cutoffs-store.ts'
import type { Retention } from './retention.ts'
import { readProducts, readRules, readSensors, removeRule, writeRule } from './rules-store.ts'

export interface RetentionCallServices {
  readonly sql: Sql
  readonly audit: Audit
  readonly telemetry: Telemetry
  readonly clock: Clock
  readonly expiryClock: ExpiryClock
  readonly rollupRepair: Pick<RollupRepair, 'shown' | 'start' | 'cancel'>
  readonly retained: RetainedReadings
  readonly catalogue: Catalogue
  readonly retention: Pick<Retention, 'lastRun' | 'nextRunAt' | 'check'>
}

const confirmedWithinMs = 3_600_000

const clockOf = ({ state, trusted }: ExpiryClock, now: number) => ({
  ...{ now, trusted, state: state.kind },
  trustedFrom: state.kind === 'ahead' ? state.agreesAt : null,
})
const orNull = (moment: number) => (moment === 0 ? null : moment)
const nameOf = ({ type, product }: Pick<RetentionRule, 'type' | 'product'>) =>
  product === '' ? type : `${product}: ${type}`

/** Texts have no rollups: what is kept of them is kept as readings. */
const withoutRollupDays = (rule: RetentionRule): RetentionRule =>
  rule.type === 'string'
    ? { ...rule, minutesDays: rule.readingsDays, hoursDays: rule.readingsDays }
    : rule

/** For how long readings are kept: the calls of administrators. */
export function registerRetentionRoutes(
  app: FastifyInstance,
  services: RetentionCallServices,
): void {
  const { sql, audit, telemetry, clock, expiryClock, retained, retention } = services
  const sensorsOf = async (rules: Rules) => {
    const bySensor = (await readSensors(sql)).map(
      (sensor) => [rules.of(sensor.type, sensor.product), sensor.id] as const,
    )
    return Map.groupBy(bySensor, ([rule]) => rule)
  }
  const removedBefore = (rule: RetentionRule) => {
    const { readings, minutes, hours } = cutoffsOf(rule, true, expiryClock.now())
    return { readings: orNull(readings), minutes: orNull(minutes), hours: orNull(hours) }
  }

  serve(app, showRetention, async () => {
    const rules = await readRules(sql)
    const [sensors, products, stored] = await Promise.all([
      sensorsOf(new Rules(rules)),
      readProducts(sql),
      readStoredTables(telemetry),
    ])
    return {
      data: {
        rules: rules.map((rule) => ({
          ...rule,
          sensors: sensors.get(rule)?.length ?? 0,
          removedBefore: removedBefore(rule),
        })),
        ...{ products: [...products], stored, lastRun: retention.lastRun },
        ...{ nextRunAt: retention.nextRunAt, clock: clockOf(expiryClock, clock()) },
        repair: services.rollupRepair.shown,
      },
    }
  })

  registerClockRoute(app, services)
  registerRepairRoutes(app, services)
  registerCostRoute(app, services)

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

  serve(app, previewRetention, async ({ body }) => {
    const rule = withoutRollupDays(body)
    const others = (await readRules(sql)).filter((one) => nameOf(one) !== nameOf(rule))
    const rows = (await sensorsOf(new Rules([...others, rule]))).get(rule) ?? []
    const sensors = rows.map(([, id]) => id)
    const before = removedBefore(rule)
    // What stands in for minutes is kept as long as these.
    const seldom = sensors.filter((id) => !retained.hasMinutes(id) && rule.type !== 'string')
    const often = sensors.filter((id) => retained.hasMinutes(id) || rule.type === 'string')
    const [one, other] = await Promise.all([
      countBefore(telemetry, often, before.readings ?? 0),
      countBefore(telemetry, seldom, before.minutes ?? 0),
    ])
    return { data: { sensors: sensors.length, readings: one + other, before } }
  })
}

function registerRepairRoutes(
  app: FastifyInstance,
  { sql, audit, rollupRepair }: RetentionCallServices,
): void {
  serve(app, repairRollups, async ({ request }) => ({
    data: await rollupRepair.start(originOf(request)),
  }))
  serve(app, cancelRepair, async ({ request }) => {
    await sql.transaction().execute((transaction) =>
      audit(transaction, originOf(request), {
        ...{ action: 'installation.cancel-repair', entity: 'installation' },
        ...{ entityId: 'retention', entityName: '' },
      }),
    )
    rollupRepair.cancel()
    return { data: { cancelled: true as const } }
  })
}

function registerClockRoute(
  app: FastifyInstance,
  { clock, expiryClock, retention }: RetentionCallServices,
): void {
  serve(app, confirmClock, async ({ body, request }) => {
    // Of the clock that was shown, and not of one that has jumped since.
    if (Math.abs(clock() - body.now) > confirmedWithinMs)
      throw new AppError('conflict', 'The clock says something else by now')
    await expiryClock.confirm(originOf(request))
    retention.check()
    return { data: clockOf(expiryClock, clock()) }
  })
}

function registerCostRoute(app: FastifyInstance, services: RetentionCallServices): void {
  const costs = new SensorCosts(services)
  serve(app, sensorsOnDisk, async ({ query: { search, page, limit } }) => {
    const { at, bytes, sensors } = await costs.find(search)
    const meta = { total: sensors.length, page, limit, bytes, at }
    return { data: sensors.slice((page - 1) * limit, page * limit), meta }
  })
}
