import { z } from 'zod'
import { dataOf } from '#kit/model/calls/envelope.ts'
import { fieldError, rule } from '#kit/model/calls/field-errors.ts'
import { isAdministrator, type Rights } from '#kit/model/gate.ts'
import { warRoomGate as gate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { BoardId, BoardKind, BoardParameter, BoardVersion, type BoardAccess } from './board.ts'
import { PartId } from './page.ts'

/** What those with whom a board is shared may do. */
const ShareAccess = z.enum(['read', 'edit'])

/**
 * Who may share a board and make links to it: whose it is, administrators, and of those to whom it
 * is open the holders of the permission `share board`. `null`: it is not open to the person.
 */
export function mayShare(access: BoardAccess | null, person: Rights): boolean {
  if (access === 'owner' || isAdministrator(person)) return true
  return access !== null && person.permissions.includes('share board')
}

const ShareList = z.object({
  /** What is shared. */
  board: z.object({ name: z.string(), kind: BoardKind }),
  shares: z.array(
    z.object({
      id: z.uuid(),
      /** Null: everybody in `role`. */
      person: z.object({ name: z.string(), email: z.string() }).nullable(),
      /** Null: one person. */
      role: z.string().nullable(),
      access: ShareAccess,
      /** Name of who shared it; null: an account that is gone. */
      sharedBy: z.string().nullable(),
      /** ms UTC */
      sharedAt: z.number(),
    }),
  ),
  /** Every role with which a board can be shared. */
  roles: z.array(z.string()),
  /** The caller can give it for editing. */
  mayGiveEditing: z.boolean(),
})
export type ShareList = z.infer<typeof ShareList>

export const listShares = defineRoute({
  method: 'GET',
  path: '/api/boards/:id/shares',
  summary: 'With whom a page or dashboard is shared, for those who may share it',
  gate,
  params: BoardParameter,
  reply: dataOf(ShareList),
})

export const shareBoard = defineRoute({
  method: 'PUT',
  path: '/api/boards/:id/shares',
  summary: 'Shares a page or dashboard with a person or a role, or changes how it is shared',
  gate,
  params: BoardParameter,
  body: z
    .object({
      email: z.string().trim().min(1).max(254).optional(),
      role: z.string().min(1).max(100).optional(),
      access: ShareAccess,
    })
    .refine(({ email, role }) => email !== undefined || role !== undefined, {
      path: ['email'],
      ...rule(fieldError('required')),
    })
    .refine(({ email, role }) => email === undefined || role === undefined, {
      path: ['role'],
      ...rule(fieldError('person_or_role')),
    }),
  reply: dataOf(ShareList),
})

export const unshareBoard = defineRoute({
  method: 'DELETE',
  path: '/api/boards/:id/shares/:share',
  summary: 'Ends a share; open views of it end at once',
  gate,
  params: z.object({ id: BoardId, share: z.uuid() }),
  reply: dataOf(ShareList),
})

export const announcePresence = defineRoute({
  method: 'POST',
  path: '/api/boards/:id/presence',
  summary:
    'Says whether this tab edits a board, and reads who else does. What is not repeated within ' +
    '75 s counts no more',
  gate,
  changesNothing: true,
  params: BoardParameter,
  body: z.object({
    /** Chosen by the tab, the same as long as it shows the board. */
    tab: PartId,
    isEditing: z.boolean(),
  }),
  reply: dataOf(
    z.object({
      version: BoardVersion,
      /** Names of those who edit it now, the own one only where another tab does. */
      editors: z.array(z.string()),
    }),
  ),
})
