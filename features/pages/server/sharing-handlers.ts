import type { FastifyInstance } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import { AppError, refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import type { AuditSnapshot } from '#kit/server/audit.ts'
import { otherEditors } from '#kit/server/board-editors.ts'
import type { Caller } from '#kit/server/caller.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { maximumShares } from '../contract/limits.ts'
import {
  announcePresence,
  listShares,
  mayShare,
  shareBoard,
  unshareBoard,
} from '../contract/sharing.ts'
import {
  auditBoard,
  boardToShare,
  openBoard,
  type BoardCall,
  type BoardServices,
  type SharedBoard,
} from './board-services.ts'
import { tabName } from './presence.ts'
import {
  deleteShare,
  readAudience,
  readShares,
  writeShare,
  type ShareAccess,
  type ShareTarget,
} from './shares-store.ts'

/** The calls that share boards. */
export function registerSharingRoutes(app: FastifyInstance, services: BoardServices): void {
  const { sql } = services

  serve(app, listShares, async ({ params: { id }, caller }) => {
    const board = await sql.transaction().execute((each) => boardToShare(each, caller, id))
    return { data: await describeShares(services, sql, caller, board) }
  })

  serve(app, shareBoard, async ({ params: { id }, body, ...call }) => {
    const { caller } = call
    const shares = await sql.transaction().execute(async (transaction) => {
      const board = await boardToShare(transaction, caller, id)
      if (body.access === 'edit' && !mayGiveEditing(board, caller))
        throw new AppError('forbidden', 'It is open to you for reading only')
      await share(services, transaction, call, { board, wanted: body })
      return describeShares(services, transaction, caller, board)
    })
    await services.notices.announce(id)
    return { data: shares }
  })

  serve(app, unshareBoard, async ({ params: { id, share: shareId }, ...call }) => {
    const { caller } = call
    const { former, gone, shares } = await sql.transaction().execute(async (transaction) => {
      const board = await boardToShare(transaction, caller, id)
      const before = await readAudience(transaction, id)
      const userId = await unshare(services, transaction, call, { board, shareId })
      const described = await describeShares(services, transaction, caller, board)
      return { former: before, gone: userId, shares: described }
    })
    // Who may edit it by a role as well announces their presence again.
    if (gone !== null) services.presence.remove(id, gone)
    await services.notices.announce(id, former)
    return { data: shares }
  })
}

/** The call by which the tabs of those who edit a board find each other. */
export function registerPresenceRoute(app: FastifyInstance, services: BoardServices): void {
  const { sql, presence, accounts, notices } = services

  serve(app, announcePresence, async ({ params: { id }, body, caller }) => {
    const { sessionId, userId } = caller
    const tab = { boardId: id, tab: tabName(sessionId, body.tab), userId }
    const { board, isChanged } = await presence.announce(tab, async () => {
      const found = await openBoard(sql, caller, { id })
      const isEditor = body.isEditing && found.access !== 'read'
      const person = isEditor ? await accounts.person(sql, userId) : undefined
      return { board: found, editor: isEditor ? { userId, name: person?.name ?? '' } : null }
    })
    if (isChanged) await notices.announceEditors(id)
    const editors = otherEditors(presence.editors(id), caller)
    return { data: { version: board.version, editors } }
  })
}

/** Nobody gives more than they have. */
function mayGiveEditing({ access }: SharedBoard, caller: Caller): boolean {
  return access !== 'read' || mayShare(null, caller)
}

interface Wanted {
  readonly email?: string | undefined
  readonly role?: string | undefined
  readonly access: ShareAccess
}

async function share(
  services: BoardServices,
  transaction: Transaction<DB>,
  call: BoardCall,
  { board, wanted }: { readonly board: SharedBoard; readonly wanted: Wanted },
): Promise<void> {
  const sharer = await sharerOf(services, transaction, board, wanted)
  const shares = await readShares(transaction, board.id)
  const before = shares.find((each) =>
    'role' in sharer ? each.role === sharer.role : each.userId === sharer.userId,
  )
  if (!before && shares.length >= maximumShares)
    throw refusedField('email', fieldError('too_many', { maximum: maximumShares }))
  await writeShare(transaction, board.id, {
    ...{ with: sharer, access: wanted.access, sharedBy: call.caller.userId },
    sharedAt: new Date(services.clock()),
  })
  const named = await snapshotOf(services, transaction, sharer)
  await auditBoard(services, transaction, call, {
    ...{ verb: 'share', board },
    ...(before ? { before: { ...named, access: before.access } } : {}),
    after: { ...named, access: wanted.access },
  })
}

async function sharerOf(
  { accounts }: BoardServices,
  transaction: Transaction<DB>,
  board: SharedBoard,
  { email, role }: Wanted,
): Promise<ShareTarget> {
  if (role !== undefined) {
    if (!(await accounts.roleNames(transaction)).includes(role))
      throw refusedField('role', fieldError('unknown_right', { name: role }))
    return { role }
  }
  const address = email ?? ''
  const userId = (await accounts.idsByEmail(transaction, [address])).get(address)
  if (userId === undefined) throw refusedField('email', fieldError('unknown_account'))
  if (userId === board.ownerId) throw refusedField('email', fieldError('shared_with_owner'))
  return { userId }
}

/** Ends a share; the id of the person with whom it was, null of a role. */
async function unshare(
  services: BoardServices,
  transaction: Transaction<DB>,
  call: BoardCall,
  { board, shareId }: { readonly board: SharedBoard; readonly shareId: string },
): Promise<number | null> {
  const found = (await readShares(transaction, board.id)).find(({ id }) => id === shareId)
  if (!found) throw new AppError('not_found', 'There is no such share')
  await deleteShare(transaction, shareId)
  const sharer = found.role === null ? { userId: found.userId ?? 0 } : { role: found.role }
  const named = await snapshotOf(services, transaction, sharer)
  await auditBoard(services, transaction, call, {
    ...{ verb: 'unshare', board, before: { ...named, access: found.access } },
  })
  return found.userId
}

async function snapshotOf(
  { accounts }: BoardServices,
  transaction: Transaction<DB>,
  sharer: ShareTarget,
): Promise<AuditSnapshot> {
  if ('role' in sharer) return { role: sharer.role }
  return { email: (await accounts.person(transaction, sharer.userId))?.email ?? '' }
}

async function describeShares(
  { accounts }: BoardServices,
  sql: Kysely<DB>,
  caller: Caller,
  board: SharedBoard,
) {
  const shares = await readShares(sql, board.id)
  const ids = shares.flatMap(({ userId, sharedBy }) => [userId ?? [], sharedBy ?? []].flat())
  const people = await accounts.people(sql, ids)
  return {
    board: { name: board.name, kind: board.kind },
    shares: shares.map(({ userId, sharedBy, sharedAt, ...each }) => {
      const person = people.get(userId ?? 0)
      return {
        ...each,
        person: person ? { name: person.name, email: person.email } : null,
        sharedBy: people.get(sharedBy ?? 0)?.name ?? null,
        sharedAt: sharedAt.getTime(),
      }
    }),
    roles: [...(await accounts.roleNames(sql))],
    mayGiveEditing: mayGiveEditing(board, caller),
  }
}
