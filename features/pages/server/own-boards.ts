import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { originOf } from '#kit/server/audit.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { Board, BoardKind, BoardSummary } from '../contract/board.ts'
import { maximumPages } from '../contract/limits.ts'
import { mayShare } from '../contract/sharing.ts'
import type { BoardContent } from '../contract/merge.ts'
import {
  auditBoard,
  describeBoard,
  extentOf,
  type BoardCall,
  type BoardServices,
} from './board-services.ts'
import { countBoards, insertBoard, lockBoardsOf, readBoards, writeOrder } from './boards-store.ts'
import { requireOpenSensors } from './open-sensors.ts'
import { insertVersion } from './versions-store.ts'

/** A page of 2,000 widgets with all their options. */
export const boardBodyLimit = 4 * 2 ** 20

/** The boards of a kind that are open to the caller: the own ones first, in their order. */
export async function listBoards(
  { sql, accounts }: BoardServices,
  caller: Caller,
  kind: BoardKind,
): Promise<BoardSummary[]> {
  const rows = await readBoards(sql, caller, kind)
  const owners = await accounts.people(sql, [...new Set(rows.map(({ ownerId }) => ownerId))])
  return rows.map(({ ownerId, savedAt, ...row }) => ({
    ...row,
    savedAt: savedAt.getTime(),
    owner: owners.get(ownerId)?.name ?? '',
    mayShare: mayShare(row.access, caller),
  }))
}

/** Adds a board at the end of the caller's list. */
export async function addBoard(
  services: BoardServices,
  call: BoardCall,
  kind: BoardKind,
  content: BoardContent,
): Promise<Board> {
  const { caller } = call
  requireOpenSensors(services.catalogue, caller, content, [])
  const board = { id: randomUUID(), kind, ownerId: caller.userId, name: content.name }
  const version = await services.sql.transaction().execute(async (transaction) => {
    const position = await requireRoom(transaction, caller.userId, kind)
    await insertBoard(transaction, board, position)
    await auditBoard(services, transaction, call, {
      ...{ verb: 'create', board, after: extentOf(content) },
    })
    return insertVersion(transaction, board.id, 1, { content, savedBy: caller.userId })
  })
  const described = { ...board, access: 'owner', isTemplate: false } as const
  return describeBoard(services, caller, described, version)
}

/** Refuses a board too many; nobody else adds one to this list until the transaction ends. */
export async function requireRoom(
  transaction: Kysely<DB>,
  ownerId: number,
  kind: BoardKind,
  field = 'name',
): Promise<number> {
  await lockBoardsOf(transaction, ownerId)
  const { count, nextPosition } = await countBoards(transaction, ownerId, kind)
  if (count >= maximumPages)
    throw refusedField(field, fieldError('too_many', { maximum: maximumPages }))
  return nextPosition
}

/** Puts these boards first, in this order; the others of the caller follow as they were. */
export async function orderBoards(
  { sql, audit, accounts }: BoardServices,
  { caller, request }: BoardCall,
  kind: BoardKind,
  order: readonly string[],
): Promise<void> {
  const { userId } = caller
  await sql.transaction().execute(async (transaction) => {
    await lockBoardsOf(transaction, userId)
    const boards = await readBoards(transaction, caller, kind)
    const own = boards.filter(({ access }) => access === 'owner').map(({ id }) => id)
    const stranger = order.findIndex((id) => !own.includes(id))
    if (stranger !== -1) throw refusedField(`order.${stranger}`, fieldError('unknown_page'))
    const first = new Set(order)
    await writeOrder(transaction, [...order, ...own.filter((id) => !first.has(id))])
    const person = await accounts.person(transaction, userId)
    await audit(transaction, originOf(request), {
      ...{ action: `profile.order-${kind}s`, entity: 'user', entityId: userId },
      entityName: person?.email ?? '',
      after: { [`${kind}s`]: own.length },
    })
  })
}
