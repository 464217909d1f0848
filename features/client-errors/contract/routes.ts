import { z } from 'zod'
import { dataOf, listOf } from '#kit/model/calls/envelope.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { maximumMessage, maximumOccurrences, maximumPage } from './limits.ts'
import { maximumReported, maximumStack } from './limits.ts'

/** Who reads the list: whoever has the administrator's section. */
const gate = { permissions: ['view menu administrator'] } as const

const ReportedError = z.object({
  message: z.string().min(1).max(maximumMessage),
  stack: z.string().max(maximumStack),
  /** The path on which it was met. */
  page: z.string().max(maximumPage),
  occurrences: z.int().min(1).max(maximumOccurrences),
})
export type ReportedError = z.infer<typeof ReportedError>

export const reportClientErrors = defineRoute({
  method: 'POST',
  path: '/api/client-errors',
  summary: 'Errors that a page of the application met; the same one is stored once',
  gate: 'signed-in',
  body: z.object({ errors: z.array(ReportedError).min(1).max(maximumReported) }),
})

const ClientError = z.object({
  id: z.int(),
  message: z.string(),
  stack: z.string(),
  page: z.string(),
  version: z.string(),
  /** `Chrome, Linux`; empty: not known. */
  browser: z.string(),
  occurrences: z.int(),
  /** ms UTC */
  firstSeen: z.number(),
  lastSeen: z.number(),
})
export type ClientError = z.infer<typeof ClientError>

export const listClientErrors = defineRoute({
  method: 'GET',
  path: '/api/client-errors',
  summary: 'Errors that pages of the application met in the last 30 days, the latest first',
  gate,
  query: z.object({
    search: z.string().trim().max(200).optional(),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  reply: listOf(ClientError),
})

export const countClientErrors = defineRoute({
  method: 'GET',
  path: '/api/client-errors/count',
  summary: 'How many different errors pages of the application met in the last 24 hours',
  gate,
  reply: dataOf(z.object({ count: z.int() })),
})
