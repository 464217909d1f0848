import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { AppError } from '#kit/model/calls/errors.ts'
import { originOf } from '#kit/server/audit.ts'
import type { Caller } from '#kit/server/caller.ts'
import { DownloadReply } from '#kit/server/http/replies.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { ReadingCopies } from '#kit/server/readings/reading-copies.ts'
import {
  addImportPart,
  cancelImport,
  checkImport,
  createImport,
  importDetail,
  listImports,
  inspectImport,
  partBytes,
  refusedRows,
  removeImport,
  runImport,
} from '../contract/routes.ts'
import { describeDetail, describeJob } from './jobs/describe-job.ts'
import { ImportJobs } from './jobs/import-jobs.ts'
import type { ImportServices } from './jobs/import-services.ts'
import { Uploads } from './jobs/uploads.ts'
import { sensorsOfHeads } from './jobs/heads-sensors.ts'
import { Inspections } from './inspections.ts'

/** A part in base64, and the JSON around it. */
const partBodyBytes = Math.ceil(partBytes / 3) * 4 + 1024
/** New imports that one address may begin. */
const createRate = { max: 60, timeWindow: '1 minute' }

const noSuchImport = () => new AppError('not_found', 'There is no such import')

/** The calls about imports, and the work behind them. */
export function importsPlugin(
  services: ImportServices & { readonly copies: ReadingCopies },
): FastifyPluginAsync {
  const { catalogue } = services
  const register = async (app: FastifyInstance) => {
    const jobs = new ImportJobs(services)
    const uploads = new Uploads(services, jobs.files)
    const inspections = new Inspections()
    app.addHook('onReady', async () => {
      await jobs.open()
      services.copies.add('imports', (sensorIds) => jobs.removeOf(sensorIds))
    })
    app.addHook('onClose', () => jobs.close())
    const own = async (caller: Caller, id: string) => {
      const stored = await jobs.find(caller.userId, id)
      if (!stored) throw noSuchImport()
      return stored
    }
    const detail = async (caller: Caller, id: string) => ({
      data: describeDetail(await own(caller, id), jobs.shareOf(id)),
    })

    serve(app, listImports, async ({ caller }) => ({
      data: (await jobs.list(caller.userId)).map((each) =>
        describeJob(each, jobs.shareOf(each.id)),
      ),
    }))

    serve(app, createImport, { rateLimit: createRate }, async ({ body, caller, request }) => ({
      data: describeJob(await uploads.create(caller, body, originOf(request)), 0),
    }))

    serve(app, addImportPart, { bodyLimit: partBodyBytes }, async ({ params, body, caller }) => {
      const stored = await own(caller, params.id)
      const part = Buffer.from(body.data, 'base64')
      return { data: { received: await uploads.receive(stored, body.offset, part) } }
    })

    serve(app, importDetail, ({ params, caller }) => detail(caller, params.id))

    serve(app, inspectImport, async ({ params, body, caller }) => {
      const { id, state, hasFile } = await own(caller, params.id)
      if (!hasFile || state === 'uploading')
        throw new AppError('conflict', 'The file of the import is not there')
      const found = await inspections.at(jobs.files.path(id), body)
      return { data: { ...found, found: sensorsOfHeads(catalogue, caller, found.inspection) } }
    })

    serve(app, checkImport, async ({ params, body, caller, request }) => {
      const stored = await own(caller, params.id)
      await jobs.check(caller, stored, body.mapping, originOf(request))
      return detail(caller, params.id)
    })

    serve(app, runImport, async ({ params, caller, request }) => {
      await jobs.import(await own(caller, params.id), originOf(request))
      return detail(caller, params.id)
    })

    serve(app, cancelImport, async ({ params, caller, request }) => {
      const stored = await own(caller, params.id)
      if (!(await jobs.cancel(stored, originOf(request))))
        throw new AppError('conflict', 'Nothing of the import is under way')
    })

    serve(app, removeImport, async ({ params, caller, request }) => {
      await jobs.remove(await own(caller, params.id), originOf(request))
    })

    serve(app, refusedRows, async ({ params, caller }) => {
      const { id, fileName } = await own(caller, params.id)
      const bytes = await jobs.files.refusedBytes(id)
      if (bytes === 0) throw noSuchImport()
      return new DownloadReply({
        ...{ path: jobs.files.refusedPath(id), bytes, type: 'text/csv; charset=utf-8' },
        name: `${fileName.replaceAll(/[\\/:*?"<>|\p{Cc}\p{Cf}]/gu, '_')} refused.csv`,
      })
    })
  }
  return fastifyPlugin(register, { name: 'imports', dependencies: ['accounts'], fastify: '5.x' })
}
