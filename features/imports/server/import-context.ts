import { AppError } from '#kit/model/calls/errors.ts'
import type { Budget } from '#kit/server/budget/budget.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { ReadingCopies } from '#kit/server/readings/reading-copies.ts'
import { describeDetail } from './jobs/describe-job.ts'
import type { ImportJobs } from './jobs/import-jobs.ts'
import type { ImportServices } from './jobs/import-services.ts'
import type { StoredImport } from './jobs/imports-store.ts'

export const noSuchImport = () => new AppError('not_found', 'There is no such import')

/** What the calls about imports need of the server. */
export interface ImportCallServices extends ImportServices {
  readonly copies: ReadingCopies
  /** Files that are fetched are counted in it. */
  readonly budget: Budget
}

/** What the calls about imports share. */
export class ImportContext {
  readonly catalogue: Catalogue
  readonly budget: Budget
  readonly jobs: ImportJobs

  constructor({ catalogue, budget }: ImportCallServices, jobs: ImportJobs) {
    this.catalogue = catalogue
    this.budget = budget
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
