import { z } from 'zod'
import { dataOf, wholeListOf } from '#kit/model/calls/envelope.ts'
import { warRoomGate as gate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { Board, BoardId, BoardKind, BoardParameter, BoardVersion } from './board.ts'

export const listVersions = defineRoute({
  method: 'GET',
  path: '/api/boards/:id/versions',
  summary: 'The stored versions of a page or dashboard, the newest first',
  gate,
  params: BoardParameter,
  reply: wholeListOf(
    z.object({
      version: z.int32(),
      name: z.string(),
      areas: z.int(),
      widgets: z.int(),
      /** ms UTC */
      savedAt: z.number(),
      /** Name of who saved it; null: an account that is gone. */
      savedBy: z.string().nullable(),
    }),
  ),
})

export const readVersionOfBoard = defineRoute({
  method: 'GET',
  path: '/api/boards/:id/versions/:version',
  summary: 'A page or dashboard as it was saved once; its sensors as they are open now',
  gate,
  params: z.object({ id: BoardId, version: z.coerce.number().pipe(BoardVersion) }),
  reply: dataOf(Board),
})

export const restoreVersion = defineRoute({
  method: 'POST',
  path: '/api/boards/:id/restore',
  summary:
    'Makes an earlier version the present one, as a new version; nothing is lost. 409 where ' +
    'another version than `present` is the present one',
  isMadeOnce: true,
  gate,
  params: BoardParameter,
  body: z.object({
    version: BoardVersion,
    /** The present version that the caller has seen; absent: whichever it is. */
    present: BoardVersion.optional(),
  }),
  reply: dataOf(Board),
})

export const listBin = defineRoute({
  method: 'GET',
  path: '/api/boards/bin',
  summary: 'Pages or dashboards that the caller deleted within 30 days, the latest first',
  gate,
  query: z.object({ kind: BoardKind.default('page') }),
  reply: wholeListOf(
    z.object({
      id: BoardId,
      name: z.string(),
      /** ms UTC */
      deletedAt: z.number(),
      /** When it goes for good. */
      endsAt: z.number(),
    }),
  ),
})

export const takeBackBoard = defineRoute({
  method: 'POST',
  path: '/api/boards/:id/take-back',
  summary: 'Takes a page or dashboard out of the bin, to the end of the list',
  gate,
  params: BoardParameter,
  reply: dataOf(Board),
})
