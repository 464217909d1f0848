import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/model/calls/errors.ts'
import type { Caller } from '#kit/server/caller.ts'
import { Downloads } from '#kit/server/http/replies/downloads.ts'
import { DownloadReply } from '#kit/server/http/replies/replies.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { AttachedFile } from '#kit/server/mail/mail-attachments.ts'
import { exportFile } from '../contract/routes.ts'
import { noSuchExport, type ExportContext } from './export-context.ts'
import { fileNameOf, formatOf, mediaTypes } from './jobs/describe-job.ts'
import { ExportEnd } from './jobs/export-failure.ts'
import { readAnyExport } from './jobs/exports-store.ts'
import type { StoredExport } from './jobs/stored-export.ts'
import { isOpen } from './jobs/is-open.ts'
import { openSensors } from './jobs/open-sensors.ts'
import { sharedWith } from './schedules/shared-exports.ts'

/** The file of an own export, or of one that a schedule of somebody else sent. */
export function registerFile(app: FastifyInstance, { services, jobs }: ExportContext): void {
  const { catalogue, clock, budget } = services
  const downloads = new Downloads(budget)

  /** The export, whose file is there and open to the caller. */
  const open = async (caller: Caller, id: string): Promise<StoredExport> => {
    const stored =
      (await jobs.find(caller.userId, id)) ??
      (await sharedWith(services, caller)).find((each) => each.id === id)
    if (stored?.state !== 'done' || (stored.expiresAt ?? 0) <= clock()) throw noSuchExport()
    if (!(await jobs.files.has(id))) throw noSuchExport()
    if (!isOpen(catalogue, caller, stored.request))
      throw new AppError('forbidden', 'A device of this export is no longer open to you')
    return stored
  }

  serve(app, exportFile, async ({ params: { id }, caller, reply }) => {
    await open(caller, id)
    await downloads.begin(caller.sessionId, reply)
    // Others of the session may have come first, for as long as they liked.
    const { request, bytes } = await open(caller, id)
    return new DownloadReply({
      ...{ path: jobs.files.path(id), bytes: bytes ?? 0 },
      ...{ name: fileNameOf(request), type: mediaTypes[formatOf(request)] },
      removed: jobs.files.removal(id),
    })
  })
}

/** The file of an export for a mail, while it is there and open to its owner. */
export async function attachedFile(
  { services, jobs: { files } }: ExportContext,
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
