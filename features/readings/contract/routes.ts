import { z } from 'zod'
import { dataOf } from '#kit/model/envelope.ts'
import { warRoomGate } from '#kit/model/permission.ts'
import { Quality } from '#kit/model/quality.ts'
import { defineRoute } from '#kit/model/route.ts'

export const LastReading = z.object({
  sensorId: z.int(),
  key: z.string(),
  time: z.number(),
  /** null: the sensor has no value; its quality is bad then. */
  value: z.union([z.number(), z.string()]).nullable(),
  quality: Quality,
})

export const realtime = defineRoute({
  method: 'GET',
  path: '/api/scada/shadow-lambda/realtime',
  summary: 'Last reading of every visible sensor, grouped by device',
  gate: warRoomGate,
  reply: dataOf(z.array(z.object({ lesiId: z.string(), name: z.string(), readings: z.array(LastReading) }))),
})

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
})
export type TodayFigures = z.infer<typeof TodayFigures>

export const todayFigures = defineRoute({
  method: 'GET',
  path: '/api/readings/today',
  summary: "Today's minimum, maximum and average of every visible numeric sensor",
  gate: warRoomGate,
  reply: dataOf(z.array(TodayFigures)),
})

/** A value that replaced another: when (ms UTC), which one (null: it is the oldest that is stored), and by what. */
export const StoredChange = z.object({
  time: z.number(),
  previous: z.union([z.number(), z.string()]).nullable(),
  current: z.union([z.number(), z.string()]),
})
export type StoredChange = z.infer<typeof StoredChange>

export const latestChanges = defineRoute({
  method: 'GET',
  path: '/api/readings/changes',
  summary: 'Last change of every visible lamp and detector, the last three of every text, newest first',
  gate: warRoomGate,
  reply: dataOf(z.array(z.object({ sensorId: z.int(), changes: z.array(StoredChange) }))),
})
