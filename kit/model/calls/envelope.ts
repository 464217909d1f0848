import { z } from 'zod'

/** Success envelope: `{ "data": … }`. */
export const dataOf = <Schema extends z.ZodType>(schema: Schema) => z.object({ data: schema })

const ListMeta = z.object({ total: z.int(), page: z.int(), limit: z.int() })

/** List envelope: `{ "data": […], "meta": { total, page, limit } }`. */
export const listOf = <Schema extends z.ZodType>(schema: Schema) =>
  z.object({ data: z.array(schema), meta: ListMeta })

/** The same of a list that is never in parts: the server adds `meta` of its one page. */
export const wholeListOf = <Schema extends z.ZodType>(schema: Schema) =>
  z.object({ data: z.array(schema), meta: ListMeta.optional() })
