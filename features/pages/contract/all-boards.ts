import { z } from 'zod'
import { dataOf, listOf } from '#kit/model/calls/envelope.ts'
import { administratorGate as gate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { BoardId, BoardKind, BoardParameter, BoardVersion } from './board.ts'

const PersonNamed = z.object({ name: z.string(), email: z.string() })

/** A page or dashboard as administrators see it: whose it is, and nothing of what it holds. */
export const AnyBoard = z.object({
  id: BoardId,
  kind: BoardKind,
  name: z.string(),
  owner: PersonNamed,
  /** The owner's account is disabled. */
  hasLeft: z.boolean(),
  areas: z.int(),
  widgets: z.int(),
  version: BoardVersion,
  /** ms UTC */
  savedAt: z.number(),
  /** Name of who saved it last; null: an account that is gone. */
  savedBy: z.string().nullable(),
  /** With whom it is shared: names of people, and of roles. */
  people: z.array(z.string()),
  roles: z.array(z.string()),
})
export type AnyBoard = z.infer<typeof AnyBoard>

export const listAllBoards = defineRoute({
  method: 'GET',
  path: '/api/administrator/boards',
  summary: 'Pages and dashboards of everybody by owner: with whom they are shared, who saved them',
  gate,
  query: z.object({
    /** Part of the name of a board, or of the name of its owner. */
    search: z.string().trim().max(255).optional(),
    kind: BoardKind.optional(),
    /** Only those whose owner's account is disabled. */
    left: z.literal('yes').optional(),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  reply: listOf(AnyBoard),
})

export const handOverBoard = defineRoute({
  method: 'PUT',
  path: '/api/administrator/boards/:id/owner',
  summary:
    'Gives a page or dashboard another owner; the former one may edit it still, unless the ' +
    'account is disabled. 409 where somebody else than `from` owns it by now',
  gate,
  params: BoardParameter,
  body: z.object({
    /** E-mail address of the new owner. */
    email: z.string().trim().min(1).max(254),
    /** E-mail address of the owner whom the caller has seen. */
    from: z.string().min(1).max(254),
  }),
  reply: dataOf(z.object({ owner: PersonNamed })),
})
