import { z } from 'zod'

/** Success envelope: `{ "data": … }`. */
export const dataOf = <Schema extends z.ZodType>(schema: Schema) => z.object({ data: schema })

/** List envelope: `{ "data": […], "meta": { total, page, limit } }`. */
export const listOf = <Schema extends z.ZodType>(schema: Schema) =>
  z.object({
    data: z.array(schema),
    meta: z.object({ total: z.int(), page: z.int(), limit: z.int() }),
  })
