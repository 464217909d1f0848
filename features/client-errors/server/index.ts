import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Kysely } from 'kysely'
import type { BaseLogger } from 'pino'
import { browserName } from '#kit/model/browser-name.ts'
import type { Clock } from '#kit/server/clock.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { regularly } from '#kit/server/process/regularly.ts'
import {
  retentionDays,
  maximumOccurrences,
  maximumVersion,
  reportRate,
} from '../contract/limits.ts'
import {
  countClientErrors,
  listClientErrors,
  reportClientErrors,
  type ReportedError,
} from '../contract/routes.ts'
import { addErrors, countErrors, readErrors, removeOldErrors } from './client-errors-store.ts'

interface Services {
  readonly sql: Kysely<DB>
  readonly clock: Clock
}

const dayMs = 86_400_000
const daysBefore = (now: number, days: number) => new Date(now - days * dayMs)

/** Errors that pages of the application met. */
export const clientErrorsPlugin = fastifyPlugin(
  async (app: FastifyInstance, { sql, clock }: Services) => {
    serve(app, reportClientErrors, { rateLimit: reportRate }, async ({ body, request }) => {
      const now = clock()
      const browser = browserName(request.headers['user-agent'] ?? '') ?? ''
      const version = versionOf(request)
      // In one order: reports that come at once would wait for each other's rows for ever.
      const met = differentErrors(body.errors)
        .map((error) => ({
          ...error,
          ...{ version, browser },
          fingerprint: fingerprintOf(error, version),
        }))
        .toSorted((one, other) => one.fingerprint.compare(other.fingerprint))
      await addErrors(sql, met, new Date(now))
      await removeOldErrors(sql, daysBefore(now, retentionDays))
    })

    serve(app, listClientErrors, async ({ query: { search = '', page, limit } }) => {
      const filter = { search, since: daysBefore(clock(), retentionDays) }
      const [errors, total] = await Promise.all([
        readErrors(sql, { ...filter, page, limit }),
        countErrors(sql, filter),
      ])
      const data = errors.map(({ firstSeen, lastSeen, ...error }) => ({
        ...error,
        ...{ firstSeen: firstSeen.getTime(), lastSeen: lastSeen.getTime() },
      }))
      return { data, meta: { total, page, limit } }
    })

    serve(app, countClientErrors, async () => ({
      data: { count: await countErrors(sql, { search: '', since: daysBefore(clock(), 1) }) },
    }))
  },
  { name: 'client-errors', dependencies: ['accounts'], fastify: '5.x' },
)

/** Of the application that reports, as every call of it says. */
function versionOf({ headers }: FastifyRequest): string {
  return String(headers['x-app-version'] ?? '').slice(0, maximumVersion)
}

/** One report may name an error twice; the database adds each row once. */
function differentErrors(errors: readonly ReportedError[]): readonly ReportedError[] {
  const same = Map.groupBy(errors, ({ message, stack }) => JSON.stringify([message, stack]))
  return [...same.values()].flatMap(([first, ...more]) => {
    if (first === undefined) return []
    const occurrences = more.reduce((sum, each) => sum + each.occurrences, first.occurrences)
    return [{ ...first, occurrences: Math.min(maximumOccurrences, occurrences) }]
  })
}

function fingerprintOf({ message, stack }: ReportedError, version: string): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([message, stack, version]))
    .digest()
}

const intervalMs = 3_600_000

/** Removes what is older than the 30 days at once and then every hour. */
export function startErrorExpiry({ sql, clock, log }: Services & { readonly log: BaseLogger }): {
  stop(): Promise<void>
} {
  const failure = 'old errors of pages could not be removed; trying again'
  return regularly(intervalMs, { log, failure }, () =>
    removeOldErrors(sql, daysBefore(clock(), retentionDays)),
  )
}
