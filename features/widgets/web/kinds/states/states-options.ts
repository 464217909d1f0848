import { z } from 'zod'

/** How far back the timelines reach. */
export const stateWindows = ['recent', 'today'] as const

export const StatesOptions = z.object({
  title: z.string().max(120).default(''),
  window: z.enum(stateWindows).default('recent'),
})
export type StatesOptions = z.infer<typeof StatesOptions>
