import { AppError } from '#kit/model/calls/errors.ts'
import type { AuditOrigin } from '#kit/server/audit.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { ExportJob } from '../contract/routes.ts'
import type { Allowed } from './jobs/allowed-request.ts'
import { describeJob, nameOf } from './jobs/describe-job.ts'
import type { ExportJobs } from './jobs/export-jobs.ts'
import type { StoredExport } from './jobs/stored-export.ts'
import { isOpen } from './jobs/is-open.ts'
import type { ScheduleServices } from './schedules/schedule-services.ts'

export const noSuchExport = () => new AppError('not_found', 'There is no such export')

/** What the calls about exports share. */
export class ExportContext {
  readonly services: ScheduleServices
  readonly jobs: ExportJobs

  constructor(services: ScheduleServices, jobs: ExportJobs) {
    this.services = services
    this.jobs = jobs
  }

  /** An export of the caller. Throws `not_found`. */
  async own(caller: Caller, id: string): Promise<StoredExport> {
    const stored = await this.jobs.find(caller.userId, id)
    if (!stored) throw noSuchExport()
    return stored
  }

  /** `sentBy`: whose schedule sent it; null: the export is the caller's own. */
  async describe(
    caller: Caller,
    stored: StoredExport,
    sentBy: string | null = null,
  ): Promise<ExportJob> {
    const isThere = await this.jobs.files.has(stored.id)
    return describeJob(stored, {
      ...{ sentBy, readingsDone: this.jobs.readingsOf(stored.id) },
      ...{ isOpen: isOpen(this.services.catalogue, caller, stored.request), isThere },
    })
  }

  /** Asks for a file that the caller may have. */
  async create(
    caller: Caller,
    origin: AuditOrigin,
    { stored, readings }: Allowed,
  ): Promise<ExportJob> {
    const name = nameOf(stored)
    const request = { ownerId: caller.userId, request: stored, readings, origin, name }
    return this.describe(caller, await this.jobs.create(request))
  }

  /** An own export whose file is there, not expired, and of devices that are open to the caller. */
  async finished(caller: Caller, id: string): Promise<StoredExport | null> {
    const stored = await this.jobs.find(caller.userId, id)
    if (stored?.state !== 'done' || (stored.expiresAt ?? 0) <= this.services.clock()) return null
    const isThere = await this.jobs.files.has(id)
    return isThere && isOpen(this.services.catalogue, caller, stored.request) ? stored : null
  }
}
