import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/model/calls/errors.ts'
import { originOf } from '#kit/server/audit.ts'
import { serve } from '#kit/server/http/serve.ts'
import { cancelExport, createExport, listExports, removeExport } from '../contract/routes.ts'
import type { ExportContext } from './export-context.ts'
import { allowedRequest } from './jobs/allowed-request.ts'
import { nameOf } from './jobs/describe-job.ts'
import { namedShares } from './schedules/shared-exports.ts'

/** New exports that one address may ask for. */
const createRate = { max: 60, timeWindow: '1 minute' }

/** The calls about exports of the caller, and those that schedules of others sent to them. */
export function registerJobs(app: FastifyInstance, context: ExportContext): void {
  const { services, jobs } = context

  serve(app, listExports, async ({ caller }) => {
    const own = await jobs.list(caller.userId)
    const shared = await namedShares(services, caller)
    return {
      data: await Promise.all(
        [...own.map((stored) => ({ stored, sentBy: null })), ...shared].map(({ stored, sentBy }) =>
          context.describe(caller, stored, sentBy),
        ),
      ),
    }
  })

  serve(app, createExport, { rateLimit: createRate }, async ({ body, caller, request }) => {
    const allowed = await allowedRequest(services, caller, body)
    return { data: await context.create(caller, originOf(request), allowed) }
  })

  serve(app, cancelExport, async ({ params, caller, request }) => {
    const stored = await context.own(caller, params.id)
    if (!(await jobs.cancel(stored, originOf(request), nameOf(stored.request))))
      throw new AppError('conflict', 'The export has ended already')
  })

  serve(app, removeExport, async ({ params, caller, request }) => {
    const stored = await context.own(caller, params.id)
    await jobs.remove(stored, originOf(request), nameOf(stored.request))
  })
}
