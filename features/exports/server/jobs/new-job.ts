import type { AuditOrigin } from '#kit/server/audit.ts'
import type { StoredRequest } from './stored-request.ts'

/** Who asks for what, and how it is called in the audit. */
export interface NewJob {
  /** One of its own; absent: any. */
  readonly id?: string
  readonly ownerId: number
  readonly request: StoredRequest
  readonly readings: number
  readonly origin: AuditOrigin
  readonly name: string
}
