import { z } from 'zod'

/** A mail with more is sent to nobody: whoever makes one from names and values cuts it. */
export const maximumSubjectLength = 300
export const maximumMailLength = 100_000

/** A mail to one address, as it waits; its text is plain. */
export const MailContent = z.object({
  /** No address any more where the data of its person was erased meanwhile. */
  to: z.string(),
  subject: z.string().max(maximumSubjectLength),
  text: z.string().max(maximumMailLength),
  /** A file of a feature, by its id there; absent: none. */
  attachment: z.object({ holder: z.string(), id: z.string() }).optional(),
})
export type MailContent = z.infer<typeof MailContent>
