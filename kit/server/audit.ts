import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type { AuditAction, AuditEntity } from '#kit/model/audit.ts'
import type { DB } from './postgres-schema.ts'
import './http/serve.ts'

type Plain =
  | string
  | number
  | boolean
  | null
  | readonly Plain[]
  | { readonly [field: string]: Plain }

/**
 * Fields of a thing as they were or became. Never a secret: no password, token, code, nor a hash of
 * one.
 */
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
 * Writes one entry of the audit, in the transaction of the change that it records: both become
 * true, or neither. Every call that changes something writes exactly one.
 */
export type Audit = (
  transaction: Transaction<DB>,
  origin: AuditOrigin,
  record: AuditRecord,
) => Promise<void>

/** Changes of one kind to one thing, counted. */
export interface AuditedNumber extends Omit<AuditRecord, 'before'> {
  /** What was added or changed, each by its name: as many as are counted. */
  readonly names: readonly string[]
}

/**
 * Counts changes that come in numbers, in their transaction; a minute later each thing's become one
 * entry with their count and some of their names. Each thing at most once in a call.
 */
export type AuditMany = (
  transaction: Transaction<DB>,
  origin: AuditOrigin,
  records: readonly AuditedNumber[],
) => Promise<void>

/** The person behind a call. */
export function originOf(request: FastifyRequest): AuditOrigin {
  return { actorId: request.caller?.userId ?? null, address: request.ip, requestId: request.id }
}

/** What the product does by itself: at its start, or because a device asks for it. */
export function productOrigin(): AuditOrigin {
  return { actorId: null, address: 'product', requestId: randomUUID() }
}

/** Whoever may use the administrator's command line. */
export function commandLineOrigin(): AuditOrigin {
  return { actorId: null, address: 'command line', requestId: randomUUID() }
}
