import { z } from 'zod'
import { isEmail } from '#kit/model/address.ts'

/** A mail to one address, as it waits; its text is plain. */
export const MailContent = z.object({
  to: z.string().refine(isEmail),
  subject: z.string().max(300),
  text: z.string().max(100_000),
  /** A file of a feature, by its id there; absent: none. */
  attachment: z.object({ holder: z.string(), id: z.string() }).optional(),
})
export type MailContent = z.infer<typeof MailContent>
