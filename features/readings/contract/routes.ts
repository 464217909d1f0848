import { z } from 'zod'
import { listOf, wholeListOf } from '#kit/model/calls/envelope.ts'
import { Moment } from '#kit/model/time/past-moment.ts'
import { warRoomGate } from '#kit/model/permission.ts'
import { Quality } from '#kit/model/quality.ts'
import { defineRoute } from '#kit/model/calls/route.ts'

/** Maximum number of sensors that one call asks for. */
export const maximumSensors = 1_000

export const LastReading = z.object({
  sensorId: z.int(),
  key: z.string(),
  time: z.number(),
  /** null: the sensor has no value; its quality is bad then. */
  value: z.union([z.number(), z.string()]).nullable(),
  quality: Quality,
})

export type LastReading = z.infer<typeof LastReading>

export const realtime = defineRoute({
  method: 'GET',
  path: '/api/scada/shadow-lambda/realtime',
  summary: 'Last reading of every visible sensor, grouped by device; a page is a number of sensors',
  gate: warRoomGate,
  isOpenToTokens: true,
  query: z.object({
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    limit: z.coerce.number().int().min(1).max(maximumSensors).default(maximumSensors),
  }),
  reply: listOf(z.object({ lesiId: z.string(), name: z.string(), readings: z.array(LastReading) })),
})

/**
 * The sensors that somebody looks at; those that the caller may not see are left out of the answer.
 */
const shownSensors = z.object({
  sensors: z.array(z.int().min(0).max(4_294_967_295)).max(maximumSensors),
})

/** The same, up to and including a moment of the past (ms UTC); absent: now. */
const sensorsUntil = shownSensors.extend({ until: Moment.optional() })

/** Today's figures of one numeric sensor, in the site's zone; bad readings are left out. */
export const TodayFigures = z.object({
  sensorId: z.int(),
  count: z.int(),
  minimum: z.number(),
  maximum: z.number(),
  average: z.number(),
  /** First and last value of the day, for running totals. */
  first: z.number(),
  last: z.number(),
  /** When the last one was read, ms UTC. */
  lastTime: z.number(),
  /**
   * What a counter or a timer gained since its last reading before midnight; null for others, and
   * where no number can say it.
   */
  accumulated: z.number().nullable(),
  /** The midnight that begins the day, ms UTC. */
  from: z.number(),
  /** The midnight that ends the day, ms UTC: from then on these are yesterday's figures. */
  until: z.number(),
})
export type TodayFigures = z.infer<typeof TodayFigures>

export const todayFigures = defineRoute({
  method: 'POST',
  path: '/api/readings/today',
  summary:
    "Today's minimum, maximum and average of numeric sensors, and what totals gained; of a " +
    'moment of the past those of its day up to it',
  gate: warRoomGate,
  changesNothing: true,
  body: sensorsUntil,
  reply: wholeListOf(TodayFigures),
})

export const kioskTodayFigures = defineRoute({
  method: 'POST',
  path: '/api/kiosk/readings/today',
  summary: "Today's figures of sensors on the board of a kiosk link, and of no others",
  gate: 'public',
  changesNothing: true,
  body: shownSensors,
  reply: wholeListOf(TodayFigures),
})

/**
 * A value that replaced another: when (ms UTC), which one (null: it is the oldest that is stored),
 * and by what.
 */
export const StoredChange = z.object({
  time: z.number(),
  previous: z.union([z.number(), z.string()]).nullable(),
  current: z.union([z.number(), z.string()]),
})
export type StoredChange = z.infer<typeof StoredChange>

const changesOfSensors = wholeListOf(
  z.object({ sensorId: z.int(), changes: z.array(StoredChange) }),
)

export const latestChanges = defineRoute({
  method: 'POST',
  path: '/api/readings/changes',
  summary:
    'Last change of lamps, detectors and of sensors that are marked without one, the last three ' +
    'of texts, newest first; of a moment of the past those until it',
  gate: warRoomGate,
  changesNothing: true,
  body: sensorsUntil,
  reply: changesOfSensors,
})

export const kioskLatestChanges = defineRoute({
  method: 'POST',
  path: '/api/kiosk/readings/changes',
  summary: 'Latest changes of sensors on the board of a kiosk link, and of no others',
  gate: 'public',
  changesNothing: true,
  body: shownSensors,
  reply: changesOfSensors,
})
