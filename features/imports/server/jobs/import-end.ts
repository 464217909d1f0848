import { AppError } from '#kit/model/calls/errors.ts'
import { isTransientFailure } from '#kit/server/postgres/transient-failure.ts'
import type { ImportFailure } from '../../contract/routes.ts'
import { ReadFailure } from '../process/reader-process.ts'

/** A task that ends without what was asked, for a reason that its owner gets. */
export class ImportEnd extends Error {
  readonly failure: ImportFailure
  constructor(failure: ImportFailure) {
    super(`the import ended: ${failure}`)
    this.name = 'ImportEnd'
    this.failure = failure
  }
}

const ofStore: ReadonlySet<string> = new Set([
  ...['store_unavailable', 'overloaded', 'too_many_requests', 'timeout'],
])

/** Why a task failed, from what was thrown. */
export function failureOf(error: unknown): ImportFailure {
  if (error instanceof ImportEnd) return error.failure
  if (error instanceof ReadFailure) return error.reason
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return 'disk'
  if (error instanceof AppError) return ofStore.has(error.code) ? 'store' : 'defect'
  return isTransientFailure(error) ? 'store' : 'defect'
}
