import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/model/calls/errors.ts'
import { originOf } from '#kit/server/audit.ts'
import { Downloads } from '#kit/server/http/replies/downloads.ts'
import { DownloadReply } from '#kit/server/http/replies/replies.ts'
import { serve } from '#kit/server/http/serve.ts'
import {
  cancelImport,
  checkImport,
  importDetail,
  listImports,
  refusedRows,
  removeImport,
  runImport,
} from '../contract/routes.ts'
import { noSuchImport, type ImportContext } from './import-context.ts'
import { describeJob } from './jobs/describe-job.ts'

/** The calls about imports whose file is there: the list, the dry run, the import itself. */
export function registerJobs(app: FastifyInstance, context: ImportContext): void {
  const { jobs } = context

  serve(app, listImports, async ({ caller }) => ({
    data: (await jobs.list(caller.userId)).map((each) => describeJob(each, jobs.shareOf(each.id))),
  }))

  serve(app, importDetail, ({ params, caller }) => context.detail(caller, params.id))

  serve(app, checkImport, async ({ params, body, caller, request }) => {
    const stored = await context.own(caller, params.id)
    await jobs.check(caller, stored, body.mapping, originOf(request))
    return context.detail(caller, params.id)
  })

  serve(app, runImport, async ({ params, caller, request }) => {
    await jobs.import(await context.own(caller, params.id), originOf(request))
    return context.detail(caller, params.id)
  })

  serve(app, cancelImport, async ({ params, caller, request }) => {
    const stored = await context.own(caller, params.id)
    if (!(await jobs.cancel(stored, originOf(request))))
      throw new AppError('conflict', 'Nothing of the import is under way')
  })

  serve(app, removeImport, async ({ params, caller, request }) => {
    await jobs.remove(await context.own(caller, params.id), originOf(request))
  })

  const downloads = new Downloads(context.budget)
  serve(app, refusedRows, async ({ params, caller, reply }) => {
    const { id } = await context.own(caller, params.id)
    if ((await jobs.files.refusedBytes(id)) === 0) throw noSuchImport()
    await downloads.begin(caller.sessionId, reply)
    // Others of the session may have come first, for as long as they liked.
    const { fileName } = await context.own(caller, id)
    const bytes = await jobs.files.refusedBytes(id)
    if (bytes === 0) throw noSuchImport()
    return new DownloadReply({
      ...{ path: jobs.files.refusedPath(id), bytes, type: 'text/csv; charset=utf-8' },
      name: `${fileName.replaceAll(/[\\/:*?"<>|\p{Cc}\p{Cf}]/gu, '_')} refused.csv`,
    })
  })
}
