import { z } from 'zod'
import { LesiId } from '#kit/model/device.ts'
import { maximumKeyLength } from '#kit/model/limits.ts'
import { warRoomGate } from '#kit/model/permission.ts'
import { Quality } from '#kit/model/quality.ts'
import { defineRoute } from '#kit/model/calls/route.ts'

/** Rows of one reply. */
export const maximumTableRows = 50_000

const query = z.object({
  thing: LesiId,
  sensor: z.string().min(1).max(maximumKeyLength),
  /**
   * Start, inclusive: `2026-11-20T06:00:00Z`, a day of the site's zone such as `2026-11-20`, or ms
   * UTC.
   */
  from: z.string().max(40),
  /** End, exclusive, written as the start. */
  to: z.string().max(40),
  /** `none`: every reading; else a row for each such part of the site's clock with readings. */
  step: z.enum(['none', '1m', '5m', '15m', '1h', '1d']).default('none'),
  limit: z.coerce.number().int().min(1).max(maximumTableRows).default(10_000),
  /** `true`: more rows than `limit` are refused, for programs that cannot ask for the rest. */
  whole: z.enum(['true', 'false']).default('false'),
})
export type TableQuery = z.infer<typeof query>

const time = z.string().describe('ISO 8601, UTC')

/** A reading; `value` null: it had none. */
const ReadingRow = z.object({
  time,
  value: z.union([z.number(), z.string()]).nullable(),
  quality: Quality,
})

/** Good and uncertain readings of a step, named by its start. */
const StepRow = z.object({
  time,
  count: z.int(),
  average: z.number().nullable(),
  minimum: z.number(),
  maximum: z.number(),
  last: z.number(),
})

const reads = { gate: warRoomGate, isOpenToTokens: true, query } as const

export const readingsTable = defineRoute({
  ...reads,
  method: 'GET',
  path: '/api/history/readings',
  summary: 'Readings of a sensor as rows, oldest first, for other programs',
  reply: z.object({
    data: z.array(z.union([ReadingRow, StepRow])),
    meta: z.object({
      unit: z.string(),
      /** From where to ask for what did not fit; null: nothing is left. */
      next: time.nullable(),
      /**
       * Where readings of the range have expired: since when it is known to the step that was
       * asked for. Rows of before are missing; null: none is.
       */
      keptFrom: time.nullable(),
      /**
       * Good and uncertain texts beside the numbers of these steps: they are in none. Null without
       * steps, and where readings have expired: texts have, too.
       */
      textsBeside: z.int().nullable(),
    }),
  }),
})

export const readingsCsv = defineRoute({
  ...reads,
  method: 'GET',
  path: '/api/history/readings.csv',
  summary: 'The same as CSV (RFC 4180, UTF-8); the headers Link and X-Next say where the rest is',
  file: 'text/csv; charset=utf-8',
})
