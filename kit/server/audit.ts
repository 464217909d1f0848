import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type { AuditAction, AuditEntity } from '#kit/model/audit.ts'
import type { DB } from './postgres-schema.ts'
import './http/serve.ts'

type Plain = string | number | boolean | null | readonly Plain[] | { readonly [field: string]: Plain }

/** Fields of a thing as they were or became. Never a secret: no password, token, code, nor a hash of one. */
export type AuditSnapshot = Readonly<Record<string, Plain>>

/** Who changes something, and from where. */
export interface AuditOrigin {
  /** Null: nobody signed in. */
  readonly actorId: number | null
  readonly address: string
  readonly requestId: string
}

export interface AuditRecord {
  readonly action: AuditAction
  readonly entity: AuditEntity
  readonly entityId: string | number
  /** How people call it. */
  readonly entityName: string
  readonly before?: AuditSnapshot
  readonly after?: AuditSnapshot
}

/**
 * Writes one entry of the audit, in the transaction of the change that it tells: both become true, or neither.
 * Every call that changes something writes exactly one.
 */
export type Audit = (transaction: Transaction<DB>, origin: AuditOrigin, record: AuditRecord) => Promise<void>

/** The person behind a call. */
export function originOf(request: FastifyRequest): AuditOrigin {
  return { actorId: request.caller?.userId ?? null, address: request.ip, requestId: request.id }
}

/** Whoever may use the administrator's command line. */
export function commandLineOrigin(): AuditOrigin {
  return { actorId: null, address: 'command line', requestId: randomUUID() }
}
