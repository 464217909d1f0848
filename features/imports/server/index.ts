import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { ImportContext, type ImportCallServices } from './import-context.ts'
import { registerJobs } from './job-calls.ts'
import { ImportJobs } from './jobs/import-jobs.ts'
import { logUnreadable } from './jobs/unreadable-imports.ts'
import { Uploads } from './jobs/uploads.ts'
import { registerUploads } from './upload-calls.ts'

export { renameRoleInImports } from './jobs/imports-store.ts'

/** The calls about imports, and the work behind them. */
export function importsPlugin(services: ImportCallServices): FastifyPluginAsync {
  const register = async (app: FastifyInstance) => {
    const jobs = new ImportJobs(services)
    app.addHook('onReady', async () => {
      await logUnreadable(services)
      await jobs.open()
      services.copies.add('imports', (sensorIds) => jobs.removeOf(sensorIds))
    })
    app.addHook('onClose', () => jobs.close())
    const context = new ImportContext(services, jobs)
    registerUploads(app, context, new Uploads(services, jobs.files))
    registerJobs(app, context)
  }
  return fastifyPlugin(register, { name: 'imports', dependencies: ['accounts'], fastify: '5.x' })
}
