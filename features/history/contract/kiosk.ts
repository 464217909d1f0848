import { z } from 'zod'
import { dataOf } from '#kit/model/calls/envelope.ts'
import { defineRoute } from '#kit/model/calls/route.ts'

export const kioskMedianOfToday = defineRoute({
  method: 'POST',
  path: '/api/kiosk/report/median',
  summary: "The median of today's readings of an analog sensor on the board of a kiosk link",
  gate: 'public',
  changesNothing: true,
  body: z.object({ sensor: z.int().min(0).max(4_294_967_295) }),
  reply: dataOf(
    z.object({
      /** The midnight that began the day, ms UTC, and the zone of it. */
      from: z.number(),
      timezone: z.string(),
      /** Null where there is no reading to have one. */
      median: z.number().nullable(),
    }),
  ),
})
