import { z } from 'zod'

/** What every view of a person shows. A new field of a person is added here and below. */
export const Person = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  /** Address of the picture, `/api/avatars/….png`; empty without one. */
  avatar: z.string(),
  introduction: z.string(),
})

/** What people write about themselves, and those who manage them about them. */
export const personFields = {
  name: z.string().trim().min(1).max(128),
  introduction: z.string().trim().max(2000),
}
