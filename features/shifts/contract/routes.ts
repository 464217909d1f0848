import { z } from 'zod'
import { dataOf } from '#kit/model/calls/envelope.ts'
import { administratorGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { Shifts } from '#kit/model/time/shifts.ts'

const SiteShifts = z.object({
  /** By when they begin. */
  shifts: Shifts,
  /** The zone on whose wall clock they begin: the site's. */
  timezone: z.string(),
})

export const listShifts = defineRoute({
  method: 'GET',
  path: '/api/shifts',
  summary: 'The shifts of the site, by when they begin; none where the site has none',
  gate: 'signed-in',
  reply: dataOf(SiteShifts),
})

export const changeShifts = defineRoute({
  method: 'PUT',
  path: '/api/shifts',
  summary: 'Sets all shifts of the site; each lasts until the next one begins',
  gate: administratorGate,
  body: z.object({ shifts: Shifts }),
  reply: dataOf(SiteShifts),
})
