import { z } from 'zod'
import { dataOf, wholeListOf } from '#kit/model/calls/envelope.ts'
import { fieldError, rule } from '#kit/model/calls/field-errors.ts'
import { LiveDevice, LiveReading } from '#kit/model/live/messages.ts'
import { Moment } from '#kit/model/time/past-moment.ts'
import { warRoomGate } from '#kit/model/permission.ts'
import { QualityCode } from '#kit/model/quality.ts'
import { defineRoute } from '#kit/model/calls/route.ts'

/** Maximum number of sensors that one call asks for. */
export const maximumPastSensors = 1_000
/** A page of a span covers at most this, ms. */
export const maximumSpanPageMs = 3_600_000
/** What happened is counted for at most this long, ms, in at most so many buckets. */
export const maximumEventsMs = 32 * 86_400_000
export const maximumBuckets = 400

const sensors = z.array(z.int().min(0).max(4_294_967_295)).max(maximumPastSensors)
const isForward = ({ from, until }: { readonly from: number; readonly until: number }) =>
  from < until
const reversed = { path: ['until'], ...rule(fieldError('end_before_start')) }

/** Those of the sensors that do not exist or are not open to the caller now. */
const closed = z.array(z.int())

/** What sensors and their devices were at a moment. */
export const PastMoment = z.object({
  at: z.number(),
  /** The newest stored reading at or before the moment, of each sensor that has one. */
  readings: z.array(LiveReading),
  /**
   * Sensor id, the different value that it had before, and when that was replaced (ms UTC); where
   * it is found within the hours before the moment.
   */
  previous: z.array(z.tuple([z.int(), z.number(), z.number()])),
  /** Sensor id, and when its first reading came (ms UTC); null: there is none at all. */
  withoutReading: z.array(z.tuple([z.int(), z.number().nullable()])),
  /**
   * Whether any sensor of the device had been read within the silence after which it counts as
   * offline, and since when it was not; since when it was online is not stored: null.
   */
  devices: z.array(LiveDevice),
  closed,
})
export type PastMoment = z.infer<typeof PastMoment>

export const pastMoment = defineRoute({
  method: 'POST',
  path: '/api/past/moment',
  summary: 'The newest stored reading of sensors at or before a moment, and what devices were then',
  gate: warRoomGate,
  changesNothing: true,
  body: z.object({ sensors, at: Moment }),
  reply: dataOf(PastMoment),
})

/**
 * Sensor id, then times and values, oldest first: the extremes of each column. In columns of whole
 * minutes an extreme is in its minute, though not at its moment if that is not stored.
 */
export const PastTrend = z.tuple([z.int(), z.array(z.number()), z.array(z.number())])

export const pastTrends = defineRoute({
  method: 'POST',
  path: '/api/past/trends',
  summary: 'The minutes before a moment, of numeric sensors, with every extreme',
  gate: warRoomGate,
  changesNothing: true,
  body: z.object({
    sensors,
    at: Moment,
    spanMs: z.int().min(1).max(86_400_000),
    columns: z.int().min(1).max(500),
  }),
  reply: wholeListOf(PastTrend),
})

/**
 * What sensors reported in a span: sensor id, then when (ms after the start of the span, oldest
 * first), values and qualities.
 */
export const PastSeries = z.tuple([
  z.int(),
  z.array(z.number()),
  z.array(z.union([z.number(), z.string()]).nullable()),
  z.array(QualityCode),
])
export type PastSeries = z.infer<typeof PastSeries>

/** A page of a span: complete after `from`, up to and including `until`. */
export const PastSpan = z.object({
  from: z.number(),
  until: z.number(),
  series: z.array(PastSeries),
  /** When (ms UTC) devices came or went, oldest first. */
  devices: z.array(LiveDevice),
  closed,
})
export type PastSpan = z.infer<typeof PastSpan>

export const pastSpan = defineRoute({
  method: 'POST',
  path: '/api/past/span',
  summary:
    'Readings after one moment until another, for playing; of each step of time the last one. A ' +
    'page is cut where it has enough: at its end, or backwards at its start',
  gate: warRoomGate,
  changesNothing: true,
  body: z
    .object({
      sensors,
      from: Moment,
      until: Moment,
      stepMs: z.int().min(1).max(60_000),
      backwards: z.boolean().default(false),
    })
    .refine(isForward, reversed)
    .refine(({ from, until }) => until - from <= maximumSpanPageMs, {
      path: ['until'],
      ...rule(fieldError('range_too_long', { hours: maximumSpanPageMs / 3_600_000 })),
    }),
  reply: dataOf(PastSpan),
})

export const pastNearest = defineRoute({
  method: 'POST',
  path: '/api/past/nearest',
  summary: 'When any of the sensors was read next after a moment, or last before it',
  gate: warRoomGate,
  changesNothing: true,
  body: z.object({ sensors, at: Moment, backwards: z.boolean().default(false) }),
  /** ms UTC; null: never until now. */
  reply: dataOf(z.object({ at: z.number().nullable() })),
})

const counts = z.array(z.int())

/** How often something happened in each bucket of time; the first begins at `from`. */
export const PastEvents = z.object({
  from: z.number(),
  until: z.number(),
  bucketMs: z.number(),
  /** A value went beyond a limit of today. */
  limits: counts,
  /** Readings began or ceased to be less than good. */
  qualities: counts,
  /** A sensor fell silent for more than three of its intervals. */
  gaps: counts,
  /** A lamp or a detector changed. */
  states: counts,
  /**
   * Where alarms began: the number of a bucket, how many began in it, and the most urgent of their
   * priorities, 1 to 3.
   */
  alarms: z.array(z.tuple([z.int(), z.int(), z.int()])),
  /** When devices were silent for too long, ms UTC; the newest where they are very many. */
  outages: z.array(z.object({ deviceId: z.int(), from: z.number(), until: z.number() })),
})
export type PastEvents = z.infer<typeof PastEvents>

export const pastEvents = defineRoute({
  method: 'POST',
  path: '/api/past/events',
  summary:
    'Where on a timeline something happened: crossed limits, qualities, gaps, states, alarms',
  gate: warRoomGate,
  changesNothing: true,
  body: z
    .object({
      sensors,
      from: Moment,
      until: Moment,
      buckets: z.int().min(1).max(maximumBuckets),
    })
    .refine(isForward, reversed)
    .refine(({ from, until }) => until - from <= maximumEventsMs, {
      path: ['until'],
      ...rule(fieldError('range_too_long', { hours: maximumEventsMs / 3_600_000 })),
    }),
  reply: dataOf(PastEvents),
})
