import type { FastifyInstance } from 'fastify'
import { refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { originOf } from '#kit/server/audit.ts'
import type { Caller } from '#kit/server/caller.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { ArchiveRequest } from '../contract/archive.ts'
import { createArchive } from '../contract/routes.ts'
import type { ExportContext } from './export-context.ts'
import { allowedRequest, type Allowed } from './jobs/allowed-request.ts'
import { fileNameOf } from './jobs/describe-job.ts'
import type { StoredExport } from './jobs/stored-export.ts'
import type { StoredArchive } from './jobs/stored-request.ts'
import { requireWarRoom } from './report-calls.ts'

/** New archives that one address may ask for. */
const createRate = { max: 60, timeWindow: '1 minute' }

/** The call about several files in one. */
export function registerArchives(app: FastifyInstance, context: ExportContext): void {
  serve(app, createArchive, { rateLimit: createRate }, async ({ body, caller, request }) => {
    requireWarRoom(caller)
    const allowed = await allowedArchive(context, caller, body)
    return { data: await context.create(caller, originOf(request), allowed) }
  })
}

async function allowedArchive(
  context: ExportContext,
  caller: Caller,
  asked: ArchiveRequest,
): Promise<Allowed<StoredArchive>> {
  const { services } = context
  const found: StoredExport[] = []
  for (const [index, id] of asked.exports.entries()) {
    const stored = await context.finished(caller, id)
    // Nobody could say of which sensors the archive is.
    if (!stored || stored.request.kind === 'handover')
      throw refusedField(`exports.${index}`, fieldError('no_such_file'))
    found.push(stored)
  }
  const made = asked.readings && (await allowedRequest(services, caller, asked.readings))
  const parts = [...found.map(({ request }) => request), ...(made ? [made.stored] : [])]
  const [first] = parts
  if (!first) throw refusedField('exports', fieldError('required'))
  return {
    readings: found.reduce((sum, { readings }) => sum + readings, made?.readings ?? 0),
    stored: {
      ...{ kind: 'archive', title: asked.title, readings: made?.stored ?? null },
      files: found.map(({ id, request, readings }) => ({
        ...{ id, name: fileNameOf(request), readings },
      })),
      from: Math.min(...parts.map(({ from }) => from)),
      to: Math.max(...parts.map(({ to }) => to)),
      ...{ timezone: services.timezone, firstSensor: first.firstSensor },
      sensorIds: [...new Set(parts.flatMap(({ sensorIds }) => sensorIds))],
      roles: [...caller.roles],
    },
  }
}
