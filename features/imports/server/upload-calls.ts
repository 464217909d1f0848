import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/model/calls/errors.ts'
import { originOf } from '#kit/server/audit.ts'
import { serve } from '#kit/server/http/serve.ts'
import { addImportPart, createImport, inspectImport, partBytes } from '../contract/routes.ts'
import type { ImportContext } from './import-context.ts'
import { Inspections } from './inspections.ts'
import { describeJob } from './jobs/describe-job.ts'
import { sensorsOfHeads } from './jobs/heads-sensors.ts'
import type { Uploads } from './jobs/uploads.ts'

/** A part in base64, and the JSON around it. */
const partBodyBytes = Math.ceil(partBytes / 3) * 4 + 1024
/** New imports that one address may begin. */
const createRate = { max: 60, timeWindow: '1 minute' }

/** The calls that bring a file to the server, and show what it holds. */
export function registerUploads(
  app: FastifyInstance,
  context: ImportContext,
  uploads: Uploads,
): void {
  const { catalogue, jobs } = context
  const inspections = new Inspections()

  serve(app, createImport, { rateLimit: createRate }, async ({ body, caller, request }) => ({
    data: describeJob(await uploads.create(caller, body, originOf(request)), 0),
  }))

  serve(app, addImportPart, { bodyLimit: partBodyBytes }, async ({ params, body, caller }) => {
    const stored = await context.own(caller, params.id)
    const part = Buffer.from(body.data, 'base64')
    return { data: { received: await uploads.receive(stored, body.offset, part) } }
  })

  serve(app, inspectImport, async ({ params, body, caller }) => {
    const { id, state, hasFile } = await context.own(caller, params.id)
    if (!hasFile || state === 'uploading')
      throw new AppError('conflict', 'The file of the import is not there')
    const found = await inspections.at(jobs.files.path(id), body)
    const isGuessed = Object.values(body).every((part) => part === undefined)
    // That it cannot be read in a form that somebody tries says nothing of the file.
    if (isGuessed || found.failure === null) await uploads.inspected(id, found.failure)
    return { data: { ...found, found: sensorsOfHeads(catalogue, caller, found.inspection) } }
  })
}
