import { z } from 'zod'
import { LesiId } from '#kit/model/device.ts'
import { dataOf } from '#kit/model/calls/envelope.ts'
import { fieldError, rule } from '#kit/model/calls/field-errors.ts'
import { maximumKeyLength } from '#kit/model/limits.ts'
import { Moment } from '#kit/model/time/past-moment.ts'
import { warRoomGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { SensorReport } from './sensor-report.ts'

export const SensorKey = z.string().min(1).max(maximumKeyLength)
const period = /^(today|last-week|this-week|7-days|30-days|\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d)$/

/** Maximum number of columns that one request may ask for. */
export const maximumWidth = 10_000

const range = {
  /** Start, inclusive, ms UTC. */
  from: Moment,
  /** End, exclusive, ms UTC. */
  to: Moment,
  /** Width of the drawing in pixels: at most this many columns come back. */
  width: z.int().min(1).max(maximumWidth).default(1500),
}

/**
 * `auto`: readings one by one when they fit the width, else columns. `raw` and `columns` insist.
 */
export const SeriesMode = z.enum(['auto', 'raw', 'columns'])
export type SeriesMode = z.infer<typeof SeriesMode>

export const reportByPeriod = defineRoute({
  method: 'GET',
  path: '/api/scada/report/:thing/:sensor/:period',
  summary:
    'Series and statistics of one sensor; period today, last-week, this-week, 7-days, 30-days or ' +
    '2026-01-01..2026-01-31',
  gate: warRoomGate,
  isOpenToTokens: true,
  params: z.object({
    thing: LesiId,
    sensor: SensorKey,
    period: z
      .string()
      .refine((text) => period.test(text), rule(fieldError('period')))
      .meta({ pattern: period.source }),
  }),
  query: z.object({ width: z.coerce.number().int().min(1).max(maximumWidth).default(1500) }),
  reply: dataOf(SensorReport),
})

export const reportByDevice = defineRoute({
  method: 'POST',
  path: '/api/scada/reportbything',
  summary:
    'Series and statistics of the sensors of a device, as many as are ready in 20 seconds; ' +
    'the rest with the next call',
  gate: warRoomGate,
  isOpenToTokens: true,
  changesNothing: true,
  body: z
    .object({
      thing: LesiId,
      ...range,
      /** Goes on behind the sensor with this key, `meta.next` of the reply before. */
      after: SensorKey.optional(),
    })
    .refine(({ from, to }) => from < to, { path: ['to'], ...rule(fieldError('end_before_start')) }),
  reply: z.object({
    data: z.array(SensorReport),
    meta: z.object({
      /** Key of the last sensor of this reply, where others are left; null: these were all. */
      next: SensorKey.nullable(),
    }),
  }),
})

export const reportBySensor = defineRoute({
  method: 'POST',
  path: '/api/scada/reportbything/sensor',
  summary: 'Series and statistics of one sensor with full choice of resolution',
  gate: warRoomGate,
  isOpenToTokens: true,
  changesNothing: true,
  body: z
    .object({ thing: LesiId, sensor: SensorKey, ...range, mode: SeriesMode.default('auto') })
    .refine(({ from, to }) => from < to, { path: ['to'], ...rule(fieldError('end_before_start')) }),
  reply: dataOf(SensorReport),
})
