import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { registerArchives } from './archive-calls.ts'
import { ExportContext } from './export-context.ts'
import { attachedFile, registerFile } from './file-calls.ts'
import { registerJobs } from './job-calls.ts'
import { ExportJobs } from './jobs/export-jobs.ts'
import { registerReports } from './report-calls.ts'
import { attachmentHolder } from './schedules/mail-export.ts'
import { registerSchedules } from './schedules/schedule-calls.ts'
import type { ScheduleServices } from './schedules/schedule-services.ts'
import { ScheduledExports } from './schedules/scheduled-exports.ts'

export { renameRoleInExports } from './jobs/exports-store.ts'
export { renameRoleInSchedules } from './schedules/schedules-store.ts'
export { writeDocument } from './file/write-document.ts'
export { writeTables } from './file/write-tables.ts'

/** The calls about exports, and the work behind them. */
export function exportsPlugin(services: ScheduleServices): FastifyPluginAsync {
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
    const context = new ExportContext(services, jobs)
    services.attachments.add(attachmentHolder, (id) => attachedFile(context, id))
    registerSchedules(app, services, scheduled)
    registerJobs(app, context)
    registerReports(app, context)
    registerArchives(app, context)
    registerFile(app, context)
  }
  return fastifyPlugin(register, { name: 'exports', dependencies: ['accounts'], fastify: '5.x' })
}
