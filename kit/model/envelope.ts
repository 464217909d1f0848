import { z } from 'zod'

/** Success envelope: `{ "data": … }`. */
export const dataOf = <Schema extends z.ZodType>(schema: Schema) => z.object({ data: schema })
