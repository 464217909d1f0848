import { z } from 'zod'
import { LesiId } from '#kit/model/device.ts'
import { wholeListOf } from '#kit/model/calls/envelope.ts'
import { Moment } from '#kit/model/time/past-moment.ts'
import { warRoomGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { SensorKey } from './routes.ts'

export const daysWithReadings = defineRoute({
  method: 'POST',
  path: '/api/scada/report/days',
  summary: 'Days of a month, in the site’s zone, on which a sensor has readings',
  gate: warRoomGate,
  changesNothing: true,
  body: z.object({
    thing: LesiId,
    sensor: SensorKey,
    /** A moment of the month, ms UTC. */
    at: Moment,
  }),
  /** Such as `2026-11-30`, in their order. */
  reply: wholeListOf(z.string()),
})
