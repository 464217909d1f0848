import type { dryRunDocument } from '#features/ingest/contract/dry-run.ts'
import type { RouteCall } from '#kit/model/calls/route.ts'

export type DryRunBody = RouteCall<typeof dryRunDocument>['body']

/** What is another one by now than what a result is of; null: nothing. */
export function outdatedPart(tried: DryRunBody, now: DryRunBody): 'document' | 'choice' | null {
  if (tried.document !== now.document) return 'document'
  return tried.device === now.device && tried.type === now.type ? null : 'choice'
}
