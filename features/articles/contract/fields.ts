import { z } from 'zod'

/** Sensors, and rules, that an article is the procedure of. */
export const maximumLinks = 100

export const Id = z.int().min(1).max(2_147_483_647)
export const ArticleId = z.object({ id: z.coerce.number().pipe(Id) })
/** Which part of a list is asked for, and by which words. */
export const pageFields = {
  search: z.string().trim().max(200).optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(20),
}

export const LinkedSensor = z.object({
  ...{ id: z.int(), lesiId: z.string(), key: z.string(), alias: z.string() },
})
export type LinkedSensor = z.infer<typeof LinkedSensor>
