import { z } from 'zod'

/**
 * For how long a lamp or a detector was in each state of a range, up to the present, from every
 * reading. The rest of the elapsed time nothing is known: its device was silent.
 */
export const StateFigures = z.object({
  /** The longest first; a code as text. */
  shares: z.array(z.object({ state: z.string(), ms: z.number() })),
  /** For how long readings were bad. */
  badMs: z.number(),
  elapsedMs: z.number(),
  /** How often one state followed another. */
  changes: z.int(),
})
export type StateFigures = z.infer<typeof StateFigures>
