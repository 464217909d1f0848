import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import { AppError, refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { passesGate } from '#kit/model/gate.ts'
import type { Person } from '#kit/server/accounts.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { handOverBoard, listAllBoards, type AnyBoard } from '../contract/all-boards.ts'
import type { BoardKind } from '../contract/board.ts'
import { gateOfKind } from '../contract/gates.ts'
import { readAllBoards, readSharesOf, writeOwner } from './all-boards-store.ts'
import { auditBoard, boardToShare, type BoardCall, type BoardServices } from './board-services.ts'
import { requireRoom } from './own-boards.ts'
import { readAudience, writeShare } from './shares-store.ts'

type AllBoards = Awaited<ReturnType<typeof readAllBoards>>['rows']

/** The calls of administrators about the boards of others. */
export function registerAllBoardsRoutes(app: FastifyInstance, services: BoardServices): void {
  const { sql, accounts } = services

  serve(app, listAllBoards, async ({ query: { search = '', kind, left, page, limit } }) => {
    const owners = search === '' ? [] : await accounts.idsByName(sql, search)
    const disabled = await accounts.disabledIds(sql)
    const only = left === 'yes' ? disabled : undefined
    const wanted = { search, owners, kind, only }
    const { rows, total } = await readAllBoards(sql, wanted, { page, limit })
    const data = await describeAll(services, rows, new Set(disabled))
    return { data, meta: { total, page, limit } }
  })

  serve(app, handOverBoard, async ({ params: { id }, body, ...call }) => {
    const { owner, gone, former } = await sql.transaction().execute(async (transaction) => {
      const before = await readAudience(transaction, id)
      return { ...(await handOver(services, transaction, call, { id, ...body })), former: before }
    })
    if (gone !== null) services.presence.remove(id, gone)
    await services.notices.announce(id, former)
    return { data: { owner: { name: owner.name, email: owner.email } } }
  })
}

async function describeAll(
  { sql, accounts }: BoardServices,
  rows: AllBoards,
  disabled: ReadonlySet<number>,
): Promise<AnyBoard[]> {
  const shares = await readSharesOf(
    sql,
    rows.map(({ id }) => id),
  )
  const named = [
    ...rows.flatMap(({ ownerId, savedBy }) => [ownerId, savedBy ?? []].flat()),
    ...shares.flatMap(({ userId }) => userId ?? []),
  ]
  const people = await accounts.people(sql, [...new Set(named)])
  const sharesOf = Map.groupBy(shares, ({ boardId }) => boardId)
  return rows.map(({ ownerId, savedAt, savedBy, ...board }) => {
    const own = sharesOf.get(board.id) ?? []
    const owner = people.get(ownerId)
    return {
      ...board,
      owner: { name: owner?.name ?? '', email: owner?.email ?? '' },
      hasLeft: disabled.has(ownerId),
      savedAt: savedAt.getTime(),
      savedBy: people.get(savedBy ?? 0)?.name ?? null,
      people: own.flatMap(({ userId }) => people.get(userId ?? 0)?.name ?? []),
      roles: own.flatMap(({ role }) => role ?? []),
    }
  })
}

interface HandOver {
  readonly id: string
  readonly email: string
  readonly from: string
}

interface HandedOver {
  readonly owner: Person
  /** Id of the former owner, to whom it is not open any more; null: it still is. */
  readonly gone: number | null
}

async function handOver(
  services: BoardServices,
  transaction: Transaction<DB>,
  call: BoardCall,
  { id, email, from }: HandOver,
): Promise<HandedOver> {
  const { accounts } = services
  const board = await boardToShare(transaction, call.caller, id)
  const former = await accounts.person(transaction, board.ownerId)
  if (former?.email !== from)
    throw new AppError('conflict', 'Somebody else owns it by now', {
      errors: { from: [fieldError('changed_meanwhile')] },
    })
  const owner = await newOwner(services, transaction, email, board.kind)
  if (owner.id === board.ownerId) throw refusedField('email', fieldError('shared_with_owner'))
  const position = await requireRoom(transaction, owner.id, board.kind, 'email')
  await writeOwner(transaction, id, { ownerId: owner.id, position })
  const hasLeft = (await accounts.disabledIds(transaction)).includes(former.id)
  if (!hasLeft)
    await writeShare(transaction, id, {
      ...{ with: { userId: former.id }, access: 'edit', sharedBy: call.caller.userId },
      sharedAt: new Date(services.clock()),
    })
  await auditBoard(services, transaction, call, {
    ...{ verb: 'hand-over', board },
    ...{ before: { owner: former.email }, after: { owner: owner.email } },
  })
  return { owner, gone: hasLeft ? former.id : null }
}

/** Who has this address, may have such boards, and is not disabled. */
async function newOwner(
  { accounts }: BoardServices,
  transaction: Transaction<DB>,
  email: string,
  kind: BoardKind,
): Promise<Person> {
  const id = (await accounts.idsByEmail(transaction, [email])).get(email)
  const person = id === undefined ? null : await accounts.person(transaction, id)
  if (!person) throw refusedField('email', fieldError('unknown_account'))
  const roles = await accounts.roleNames(transaction)
  const rights = await accounts.rights(transaction, person.id, roles)
  if (!rights || !passesGate(gateOfKind[kind], rights))
    throw refusedField('email', fieldError('cannot_own_board'))
  return person
}
