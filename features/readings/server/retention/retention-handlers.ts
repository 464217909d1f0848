import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/model/calls/errors.ts'
import { originOf } from '#kit/server/audit.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { ExpiryClock } from '#kit/server/expiry-clock/expiry-clock.ts'
import {
  cancelRepair,
  confirmClock,
  repairRollups,
  showRetention,
} from '../../contract/retention.ts'
import { sensorsOnDisk } from '../../contract/sensors-on-disk.ts'
import { Rules } from './cutoffs.ts'
import type { RetentionCallServices } from './retention-services.ts'
import { registerRuleCalls } from './rule-calls.ts'
import { removedBefore, sensorsByRule } from './rule-effects.ts'
import { readProducts, readRules } from './rules-store.ts'
import { SensorCosts } from './sensor-costs.ts'
import { readStoredTables } from './sensor-cutoffs-store.ts'

const confirmedWithinMs = 3_600_000

const clockOf = ({ state, trusted }: ExpiryClock, now: number) => ({
  ...{ now, trusted, state: state.kind },
  trustedFrom: state.kind === 'ahead' ? state.agreesAt : null,
})

/** For how long readings are kept: the calls of administrators. */
export function registerRetentionRoutes(
  app: FastifyInstance,
  services: RetentionCallServices,
): void {
  const { sql, telemetry, clock, expiryClock, retention } = services

  serve(app, showRetention, async () => {
    const rules = await readRules(sql)
    const now = expiryClock.now()
    const [sensors, products, stored] = await Promise.all([
      sensorsByRule(sql, new Rules(rules)),
      readProducts(sql),
      readStoredTables(telemetry),
    ])
    return {
      data: {
        rules: rules.map((rule) => ({
          ...rule,
          sensors: sensors.get(rule)?.length ?? 0,
          removedBefore: removedBefore(rule, now),
        })),
        ...{ products: [...products], stored, lastRun: retention.lastRun },
        ...{ nextRunAt: retention.nextRunAt, clock: clockOf(expiryClock, clock()) },
        repair: services.rollupRepair.shown,
      },
    }
  })

  registerRuleCalls(app, services)
  registerClockRoute(app, services)
  registerRepairRoutes(app, services)
  registerCostRoute(app, services)
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
