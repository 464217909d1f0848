import type { ImportDetail, ImportJob } from '../../contract/routes.ts'
import type { StoredImport } from './imports-store.ts'

/** What leaves the server about an import in a list. */
export function describeJob(stored: StoredImport, share: number): ImportJob {
  const { id, fileName, bytes, received, state, task, failure, hasFile } = stored
  return {
    ...{ id, fileName, bytes, received, state, task, failure, hasFile, share },
    ...{ createdAt: stored.createdAt, endedAt: stored.endedAt, counts: stored.outcome },
  }
}

/** All of it. */
export function describeDetail(stored: StoredImport, share: number): ImportDetail {
  const { mapping, outcome } = stored
  return { ...describeJob(stored, share), mapping, outcome }
}
