import type { FastifyRequest } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import type { AuditAction } from '#kit/model/audit.ts'
import { AppError } from '#kit/model/calls/errors.ts'
import { isAdministrator, passesGate } from '#kit/model/gate.ts'
import type { Accounts } from '#kit/server/accounts.ts'
import { originOf, type Audit, type AuditOrigin, type AuditSnapshot } from '#kit/server/audit.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { Board, BoardKind } from '../contract/board.ts'
import { gateOfKind } from '../contract/gates.ts'
import type { BoardContent } from '../contract/merge.ts'
import { mayShare } from '../contract/sharing.ts'
import type { BoardNotices } from './board-notices.ts'
import { findBoard, lockAnyBoard, lockBoard, type BoardRow } from './boards-store.ts'
import { describeSensors } from './open-sensors.ts'
import type { Presence } from './presence.ts'
import { readVersion, type StoredVersion } from './versions-store.ts'

export interface BoardServices {
  readonly sql: Kysely<DB>
  readonly audit: Audit
  readonly accounts: Accounts
  readonly catalogue: Catalogue
  readonly clock: Clock
  readonly presence: Presence
  readonly notices: BoardNotices
}

/** A call about one board. */
export interface BoardCall {
  readonly caller: Caller
  readonly request: FastifyRequest
}

/** Which board a call is about; of a kind, where the call is for one only. */
export interface BoardReference {
  readonly id: string
  readonly kind?: BoardKind
}

const noSuchBoard = () => new AppError('not_found', 'There is no such page or dashboard')

/**
 * A board in use that is open to the caller. Throws `not_found` for one in the bin, one that is not
 * open, one of another kind, and for none.
 */
export async function openBoard(
  sql: Kysely<DB>,
  caller: Caller,
  reference: BoardReference,
): Promise<BoardRow> {
  return inUse(await findBoard(sql, caller, reference.id), caller, reference)
}

/**
 * The same, for a change: nobody else changes it until the transaction ends. Throws `forbidden`
 * where the caller may only look.
 */
export async function boardToChange(
  transaction: Transaction<DB>,
  caller: Caller,
  reference: BoardReference,
): Promise<BoardRow> {
  const board = inUse(await lockBoard(transaction, caller, reference.id), caller, reference)
  if (board.access === 'read') throw new AppError('forbidden', 'It is open to you for reading only')
  return board
}

/** The same, for a change that is the owner's alone. */
export async function ownBoardToChange(
  transaction: Transaction<DB>,
  caller: Caller,
  reference: BoardReference,
): Promise<BoardRow> {
  const board = inUse(await lockBoard(transaction, caller, reference.id), caller, reference)
  requireOwner(board)
  return board
}

export function requireOwner({ access }: BoardRow): void {
  if (access !== 'owner') throw new AppError('forbidden', 'Only whose it is can do this')
}

/** A board as those see it who may share it: an administrator also where it is not open. */
export interface SharedBoard extends Omit<BoardRow, 'access'> {
  readonly access: BoardRow['access'] | null
}

/**
 * A board in use that the caller may share; nobody else changes it until the transaction ends.
 * Throws `not_found` for one that is not open to the caller, unless an administrator asks, and
 * `forbidden` where the caller may only save it or look.
 */
export async function boardToShare(
  transaction: Transaction<DB>,
  caller: Caller,
  id: string,
): Promise<SharedBoard> {
  const board = await lockAnyBoard(transaction, caller, id)
  const isOpen = board?.access !== null || isAdministrator(caller)
  if (!board || board.deletedAt !== null || !isOpen) throw noSuchBoard()
  if (!passesGate(gateOfKind[board.kind], caller)) throw noSuchBoard()
  if (!mayShare(board.access, caller))
    throw new AppError('forbidden', 'Only whose it is can share it')
  return board
}

function inUse(
  board: BoardRow | undefined,
  caller: Caller,
  { kind = board?.kind }: BoardReference,
): BoardRow {
  if (!board || board.deletedAt !== null || board.kind !== kind) throw noSuchBoard()
  return requireGate(board, caller)
}

/** A board of the caller that is in the bin. Throws `not_found` for any other. */
export async function boardInBin(
  transaction: Transaction<DB>,
  caller: Caller,
  id: string,
): Promise<BoardRow> {
  const board = await lockBoard(transaction, caller, id)
  if (!board || board.deletedAt === null || board.access !== 'owner') throw noSuchBoard()
  return requireGate(board, caller)
}

function requireGate(board: BoardRow, caller: Caller): BoardRow {
  if (!passesGate(gateOfKind[board.kind], caller)) throw noSuchBoard()
  return board
}

/** What a board says now. */
export async function presentVersion(
  sql: Kysely<DB>,
  { id, version }: Pick<BoardRow, 'id' | 'version'>,
): Promise<StoredVersion> {
  const stored = await readVersion(sql, id, version)
  if (!stored) throw new Error(`page ${id} has no version ${version}`)
  return stored
}

/** A board as the API describes it to the caller. */
export async function describeBoard(
  { sql, accounts, catalogue }: BoardServices,
  caller: Caller,
  { id, kind, access, isTemplate, ownerId }: Omit<BoardRow, 'name' | 'version' | 'deletedAt'>,
  { name, areas, widgets, version, savedAt }: StoredVersion,
): Promise<Board> {
  const owner = await accounts.person(sql, ownerId)
  return {
    ...{ id, kind, name, version, access, isTemplate, savedAt: savedAt.getTime() },
    owner: owner?.name ?? '',
    areas: [...areas],
    widgets: [...widgets],
    mayShare: mayShare(access, caller),
    sensors: describeSensors(catalogue, caller, { areas, widgets }),
  }
}

/** How much a board holds, for the audit. */
export function extentOf({ name, areas, widgets }: BoardContent): AuditSnapshot {
  const inAreas = areas.reduce((sum, area) => sum + area.widgets.length, 0)
  return { name, areas: areas.length, widgets: widgets.length + inAreas }
}

type Verb = AuditAction extends infer Action
  ? Action extends `page.${infer Name}`
    ? Name
    : never
  : never

interface BoardRecord {
  readonly verb: Verb
  readonly board: Pick<BoardRow, 'id' | 'kind' | 'name'>
  readonly before?: AuditSnapshot
  readonly after?: AuditSnapshot
}

/** Writes the entry of a call that changes a board. */
export function auditBoard(
  services: Pick<BoardServices, 'audit'>,
  transaction: Transaction<DB>,
  { request }: Pick<BoardCall, 'request'>,
  record: BoardRecord,
): Promise<void> {
  return auditBoardBy(services, transaction, originOf(request), record)
}

/** The same, where the call is about something else. */
export function auditBoardBy(
  { audit }: Pick<BoardServices, 'audit'>,
  transaction: Transaction<DB>,
  origin: AuditOrigin,
  { verb, board, ...snapshots }: BoardRecord,
): Promise<void> {
  return audit(transaction, origin, {
    ...{ action: `${board.kind}.${verb}`, entity: board.kind },
    ...{ entityId: board.id, entityName: board.name },
    ...snapshots,
  })
}
