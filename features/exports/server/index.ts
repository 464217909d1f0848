import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { AppError } from '#kit/model/calls/errors.ts'
import { originOf } from '#kit/server/audit.ts'
import type { Caller } from '#kit/server/caller.ts'
import { DownloadReply } from '#kit/server/http/replies.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { AttachedFile } from '#kit/server/mail/mail-attachments.ts'
import {
  cancelExport,
  createExport,
  exportFile,
  listExports,
  removeExport,
} from '../contract/routes.ts'
import { allowedRequest } from './jobs/allowed-request.ts'
import { fileNameOf, describeJob, formatOf, mediaTypes, nameOf } from './jobs/describe-job.ts'
import { ExportJobs } from './jobs/export-jobs.ts'
import { openSensors } from './jobs/open-sensors.ts'
import { attachmentHolder } from './schedules/mail-export.ts'
import { namedShares, sharedWith } from './schedules/shared-exports.ts'
import { registerSchedules } from './schedules/schedule-calls.ts'
import { ScheduledExports } from './schedules/scheduled-exports.ts'
import type { ScheduleServices } from './schedules/schedule-services.ts'
import { ExportEnd } from './jobs/export-failure.ts'
import { readAnyExport, type StoredExport } from './jobs/exports-store.ts'
import { registerArchives } from './archive-calls.ts'
import { registerReports, type Create } from './report-calls.ts'

export { writeDocument } from './file/write-document.ts'
export { writeTables } from './file/write-tables.ts'

/** New exports that one address may ask for. */
const createRate = { max: 60, timeWindow: '1 minute' }

const noSuchExport = () => new AppError('not_found', 'There is no such export')

/** The calls about exports, and the work behind them. */
export function exportsPlugin(services: ScheduleServices): FastifyPluginAsync {
  const { catalogue } = services
  const register = async (app: FastifyInstance) => {
    const jobs = new ExportJobs(services)
    const scheduled = new ScheduledExports(services, jobs)
    app.addHook('onReady', async () => {
      await jobs.open()
      scheduled.open()
      services.copies.add('exports', (sensorIds) => jobs.removeOf(sensorIds))
    })
    app.addHook('onClose', async () => {
      await scheduled.close()
      await jobs.close()
    })
    services.attachments.add(attachmentHolder, (id) => attachedFile(services, jobs, id))
    registerSchedules(app, services, scheduled)
    const own = async (caller: Caller, id: string) => {
      const stored = await jobs.find(caller.userId, id)
      if (!stored) throw noSuchExport()
      return stored
    }
    const describer =
      (caller: Caller) =>
      (stored: StoredExport, sentBy: string | null = null) =>
        describeJob(stored, {
          ...{ sentBy, readingsDone: jobs.readingsOf(stored.id) },
          isOpen: stored.request.sensorIds.every((id) => catalogue.maySeeSensor(caller, id)),
        })

    serve(app, listExports, async ({ caller }) => {
      const own = await jobs.list(caller.userId)
      const shared = await namedShares(services, caller)
      return {
        data: [...own.map((stored) => ({ stored, sentBy: null })), ...shared].map(
          ({ stored, sentBy }) => describer(caller)(stored, sentBy),
        ),
      }
    })

    serve(app, createExport, { rateLimit: createRate }, async ({ body, caller, request }) => {
      const { stored, readings } = await allowedRequest(services, caller, body)
      const created = await jobs.create({
        ...{ ownerId: caller.userId, request: stored, readings },
        ...{ origin: originOf(request), name: nameOf(stored) },
      })
      return { data: describer(caller)(created) }
    })

    const create: Create = async (caller, origin, { stored, readings }) => {
      const name = nameOf(stored)
      return describer(caller)(
        await jobs.create({ ownerId: caller.userId, request: stored, readings, origin, name }),
      )
    }
    /** One whose file is there, not expired, and of devices that are open to the caller. */
    const finished = async (caller: Caller, id: string) => {
      const stored = await jobs.find(caller.userId, id)
      if (stored?.state !== 'done' || (stored.expiresAt ?? 0) <= services.clock()) return null
      const isThere = await jobs.files.has(id)
      return isThere && describer(caller)(stored).isOpen ? stored : null
    }
    registerReports(app, services, create)
    registerArchives(app, { ...services, finished }, create)

    serve(app, cancelExport, async ({ params, caller, request }) => {
      const stored = await own(caller, params.id)
      if (!(await jobs.cancel(stored, originOf(request), nameOf(stored.request))))
        throw new AppError('conflict', 'The export has ended already')
    })

    serve(app, removeExport, async ({ params, caller, request }) => {
      const stored = await own(caller, params.id)
      await jobs.remove(stored, originOf(request), nameOf(stored.request))
    })

    serveFile(app, services, jobs)
  }
  return fastifyPlugin(register, { name: 'exports', dependencies: ['accounts'], fastify: '5.x' })
}

/** The file of an own export, or of one that a schedule of somebody else sent. */
function serveFile(app: FastifyInstance, services: ScheduleServices, jobs: ExportJobs): void {
  const { catalogue, clock } = services
  serve(app, exportFile, async ({ params: { id }, caller }) => {
    const stored =
      (await jobs.find(caller.userId, id)) ??
      (await sharedWith(services, caller)).find((each) => each.id === id)
    if (stored?.state !== 'done' || (stored.expiresAt ?? 0) <= clock()) throw noSuchExport()
    const { request, bytes } = stored
    if (!(await jobs.files.has(id))) throw noSuchExport()
    if (!request.sensorIds.every((sensorId) => catalogue.maySeeSensor(caller, sensorId)))
      throw new AppError('forbidden', 'A device of this export is no longer open to you')
    return new DownloadReply({
      ...{ path: jobs.files.path(id), bytes: bytes ?? 0 },
      ...{ name: fileNameOf(request), type: mediaTypes[formatOf(request)] },
    })
  })
}

/** The file of an export for a mail, while it is there and open to its owner. */
async function attachedFile(
  services: ScheduleServices,
  { files }: ExportJobs,
  id: string,
): Promise<AttachedFile | null> {
  const stored = await readAnyExport(services.sql, id)
  if (stored?.state !== 'done' || (stored.expiresAt ?? 0) <= services.clock()) return null
  const isOpen = await openSensors(services, stored).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ExportEnd) return false
      throw error
    },
  )
  if (!isOpen || !(await files.has(id))) return null
  const { request } = stored
  return { path: files.path(id), name: fileNameOf(request), type: mediaTypes[formatOf(request)] }
}
