import { AppError } from '#kit/model/calls/errors.ts'
import { isTransientFailure } from '#kit/server/postgres/transient-failure.ts'
import type { ExportFailure } from '../../contract/failures.ts'
import { FileFailure } from '../process/file-process.ts'

/** An export that ends without a file, for a reason that its owner can read. */
export class ExportEnd extends Error {
  readonly failure: ExportFailure
  constructor(failure: ExportFailure) {
    super(`the export ended: ${failure}`)
    this.name = 'ExportEnd'
    this.failure = failure
  }
}

const ofStore: ReadonlySet<string> = new Set([
  'store_unavailable',
  'overloaded',
  'too_many_requests',
  'timeout',
])

/** Why an export failed, from what was thrown. */
export function failureOf(error: unknown): ExportFailure {
  if (error instanceof ExportEnd) return error.failure
  if (error instanceof FileFailure) return error.reason
  if (error instanceof AppError) return ofStore.has(error.code) ? 'store' : 'defect'
  return isTransientFailure(error) ? 'store' : 'defect'
}
