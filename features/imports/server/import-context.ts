import { AppError } from '#kit/model/calls/errors.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { Caller } from '#kit/server/caller.ts'
import { describeDetail } from './jobs/describe-job.ts'
import type { ImportJobs } from './jobs/import-jobs.ts'
import type { StoredImport } from './jobs/imports-store.ts'

export const noSuchImport = () => new AppError('not_found', 'There is no such import')

/** What the calls about imports share. */
export class ImportContext {
  readonly catalogue: Catalogue
  readonly jobs: ImportJobs

  constructor(catalogue: Catalogue, jobs: ImportJobs) {
    this.catalogue = catalogue
    this.jobs = jobs
  }

  /** An import of the caller. Throws `not_found`. */
  async own(caller: Caller, id: string): Promise<StoredImport> {
    const stored = await this.jobs.find(caller.userId, id)
    if (!stored) throw noSuchImport()
    return stored
  }

  async detail(caller: Caller, id: string) {
    return { data: describeDetail(await this.own(caller, id), this.jobs.shareOf(id)) }
  }
}
