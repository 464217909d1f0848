import type { Registry } from '@prometheus-io/client'
import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Kysely } from 'kysely'
import { AppError } from '#kit/model/calls/errors.ts'
import { isAdministrator } from '#kit/model/gate.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import { isForwarded } from '#kit/server/http/requests/forwarded-address.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { ReadinessCheck } from '#kit/server/process/readiness.ts'
import { health, ready } from '../contract/routes.ts'
import { measureRequests } from './request-metrics.ts'
import { sqlAnswers } from './operations-store.ts'
import { createReadinessLog, noticesOf, readinessProblems } from './readiness.ts'

export { createMetrics } from './metrics.ts'

interface Services {
  readonly sql: Kysely<DB>
  readonly telemetry: Telemetry
  readonly metrics: Registry
  readonly version: string
  /** What must be ready besides the stores. */
  readonly readiness: readonly ReadinessCheck[]
}

/** What is not ready may be after a few seconds. */
const retryAfterSeconds = 5
const localAddresses = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Health, readiness, and metrics for this machine or an administrator. */
export const operationsPlugin = fastifyPlugin(
  async (app: FastifyInstance, { sql, telemetry, metrics, version, readiness }: Services) => {
    measureRequests(app, metrics)
    serve(app, health, async () => ({
      data: { status: 'ok' as const, version, uptimeSeconds: Math.round(process.uptime()) },
    }))

    const checks = [...storeChecks(sql, telemetry), ...readiness]
    const report = createReadinessLog(app.log)
    serve(app, ready, async () => {
      const problems = await readinessProblems(checks)
      report(problems)
      if (problems.length > 0)
        throw new AppError('store_unavailable', `Not ready: ${problems.join('; ')}`, {
          retryAfterSeconds,
        })
      const notices = noticesOf(checks)
      const data = Object.fromEntries(checks.map(({ name }) => [name, true as const]))
      return { data, ...(notices.length > 0 && { notices: [...notices] }) }
    })

    app.get(
      '/api/metrics',
      { schema: { hide: true }, config: { gate: 'public', isOpenToTokens: true } },
      async (request, reply) => {
        const isLocal = localAddresses.has(request.ip) && !isForwarded(request.headers)
        const allowed = isLocal || (request.caller && readsAll(request.caller))
        if (!allowed)
          throw new AppError(
            request.caller ? 'forbidden' : 'unauthenticated',
            'Metrics are for this machine and for administrators',
          )
        return reply.type(metrics.contentType).send(await metrics.metrics())
      },
    )
  },
  { name: 'operations', dependencies: ['accounts'] },
)

/** The figures are of the whole server: a token for some devices is for less. */
const readsAll = (caller: Caller) => isAdministrator(caller) && caller.devices === undefined

function storeChecks(sql: Kysely<DB>, telemetry: Telemetry): readonly ReadinessCheck[] {
  return [
    { name: 'postgres', problem: async () => ((await sqlAnswers(sql)) ? null : 'does not answer') },
    {
      name: 'telemetry',
      problem: async () => ((await telemetry.ping()) ? null : 'does not answer'),
    },
  ]
}
