import { z } from 'zod'

/** Minutes of the recent past that a plot can show; the last is all that there is. */
export const plotMinutes = [5, 10, 15] as const

const maximumTitle = 120

/** Options of every plot: a title of its own (empty: names of sensors), and how far back. */
export const PlotOptions = z.object({
  title: z.string().max(maximumTitle).default(''),
  minutes: z.union([z.literal(5), z.literal(10), z.literal(15)]).default(15),
})
export type PlotOptions = z.infer<typeof PlotOptions>
