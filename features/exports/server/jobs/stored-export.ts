import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Exports } from '#kit/server/postgres-schema.ts'
import { ExportFailure, type ExportFailure as Failure } from '../../contract/failures.ts'
import { ExportState } from '../../contract/routes.ts'
import { StoredRequest } from './stored-request.ts'

/** An export as it is stored; moments in ms UTC. */
export interface StoredExport {
  readonly id: string
  readonly ownerId: number
  readonly request: StoredRequest
  readonly state: ExportState
  readonly failure: Failure | null
  readonly attempts: number
  /** Readings that it covers, counted when it was asked for. */
  readonly readings: number
  readonly rows: number | null
  readonly bytes: number | null
  readonly createdAt: number
  readonly endedAt: number | null
  readonly expiresAt: number | null
}

const Kept = z.object({
  request: StoredRequest,
  state: ExportState,
  failure: ExportFailure.nullable(),
})

/** Null: another version has stored it, in a way that this one cannot read. */
export function exportOf(row: Selectable<Exports>): StoredExport | null {
  const numberOf = (text: string | null) => (text === null ? null : Number(text))
  const kept = Kept.safeParse(row).data
  if (!kept) return null
  return {
    ...kept,
    ...{ id: row.id, ownerId: row.owner_id, attempts: row.attempts },
    ...{ readings: Number(row.readings), rows: numberOf(row.rows), bytes: numberOf(row.bytes) },
    createdAt: row.created_at.getTime(),
    endedAt: row.ended_at?.getTime() ?? null,
    expiresAt: row.expires_at?.getTime() ?? null,
  }
}
