import { z } from 'zod'
import { dataOf } from '#kit/model/envelope.ts'
import { defineRoute } from '#kit/model/route.ts'
import { Page, pagesGate } from './routes.ts'

const PageParameter = z.object({ id: z.uuid() })

export const listVersions = defineRoute({
  method: 'GET',
  path: '/api/pages/:id/versions',
  summary: 'The stored versions of a page, the newest first',
  gate: pagesGate,
  params: PageParameter,
  reply: dataOf(
    z.array(
      z.object({
        version: z.int(),
        name: z.string(),
        areas: z.int(),
        widgets: z.int(),
        /** ms UTC */
        savedAt: z.number(),
        /** Name of who saved it; null: an account that is gone. */
        savedBy: z.string().nullable(),
      }),
    ),
  ),
})

export const restoreVersion = defineRoute({
  method: 'POST',
  path: '/api/pages/:id/restore',
  summary: 'Makes an earlier version the present one, as a new version; nothing is lost',
  gate: pagesGate,
  params: PageParameter,
  body: z.object({ version: z.int().min(1) }),
  reply: dataOf(Page),
})

export const listBin = defineRoute({
  method: 'GET',
  path: '/api/pages/bin',
  summary: 'Pages that the caller deleted within 30 days, the latest first',
  gate: pagesGate,
  reply: dataOf(
    z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        /** ms UTC */
        deletedAt: z.number(),
        /** When it goes for good. */
        endsAt: z.number(),
      }),
    ),
  ),
})

export const takeBackPage = defineRoute({
  method: 'POST',
  path: '/api/pages/:id/take-back',
  summary: 'Takes a page out of the bin, to the end of the list',
  gate: pagesGate,
  params: PageParameter,
  reply: dataOf(Page),
})
