import type { FastifyInstance } from 'fastify'
import { refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { originOf } from '#kit/server/audit.ts'
import type { Caller } from '#kit/server/caller.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { ArchiveRequest } from '../contract/archive.ts'
import { createArchive } from '../contract/routes.ts'
import { allowedRequest } from './jobs/allowed-request.ts'
import { fileNameOf } from './jobs/describe-job.ts'
import type { ExportServices } from './jobs/export-services.ts'
import type { StoredExport } from './jobs/exports-store.ts'
import type { StoredArchive } from './jobs/stored-request.ts'
import { requireWarRoom, type Create } from './report-calls.ts'

/** New archives that one address may ask for. */
const createRate = { max: 60, timeWindow: '1 minute' }

interface ArchiveServices extends ExportServices {
  /** An export of this person whose file is there and open to them; null when there is none. */
  readonly finished: (caller: Caller, id: string) => Promise<StoredExport | null>
}

/** The call about several files in one. */
export function registerArchives(
  app: FastifyInstance,
  services: ArchiveServices,
  create: Create,
): void {
  serve(app, createArchive, { rateLimit: createRate }, async ({ body, caller, request }) => {
    requireWarRoom(caller)
    const allowed = await allowedArchive(services, caller, body)
    return { data: await create(caller, originOf(request), allowed) }
  })
}

async function allowedArchive(
  services: ArchiveServices,
  caller: Caller,
  asked: ArchiveRequest,
): Promise<{ readonly stored: StoredArchive; readonly readings: number }> {
  const found: StoredExport[] = []
  for (const [index, id] of asked.exports.entries()) {
    const stored = await services.finished(caller, id)
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
