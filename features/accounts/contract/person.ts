import { z } from 'zod'

/** What every view of a person shows. */
export const Person = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  /** Address of the picture, `/api/avatars/….png`; empty without one. */
  avatar: z.string(),
  introduction: z.string(),
})
export type Person = z.infer<typeof Person>
