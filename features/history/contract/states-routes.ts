import { z } from 'zod'
import { dataOf } from '#kit/model/calls/envelope.ts'
import { Moment } from '#kit/model/time/past-moment.ts'
import { warRoomGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { numbers, QualityChanges } from './series.ts'
import { DeviceActivity } from './sensor-report.ts'

/** Maximum number of sensors whose states one call asks for. */
export const maximumStateSensors = 100

/** Changes of a day that are listed of one sensor; of more the newest. */
export const maximumDayChanges = 1_000

/** The same where few sensors are asked for: as many as a hundred have together, at most this. */
export const maximumChangesOfFew = 20_000

/** What a lamp or a detector was on a day, by its changes. */
export const DayStates = z.object({
  sensorId: z.int(),
  deviceId: z.int(),
  /** What it was when the day began, as text; null: not known. */
  before: z.string().nullable(),
  /** When it changed, ms UTC, oldest first, and to what, as text; null: it had no value. */
  time: numbers,
  state: z.array(z.string().nullable()),
  /** A bad reading says no state; what it was before is not known to go on. */
  quality: QualityChanges,
  /** Older changes of the day, of state or quality, are not listed. */
  truncated: z.boolean(),
})
export type DayStates = z.infer<typeof DayStates>

const stateSensors = z.object({
  sensors: z.array(z.int().min(0).max(4_294_967_295)).max(maximumStateSensors),
})
const StatesOfToday = z.object({
  /** Midnight in the site's zone, and up to when the day is known, ms UTC. */
  from: z.number(),
  to: z.number(),
  /** The midnight that ends the day, ms UTC: from then on these are yesterday's states. */
  until: z.number(),
  sensors: z.array(DayStates),
  devices: z.array(z.object({ deviceId: z.int(), activity: DeviceActivity })),
})

export const statesOfToday = defineRoute({
  method: 'POST',
  path: '/api/scada/report/states',
  summary:
    'Changes of lamps and detectors today, or on the day of a moment, and when their devices ' +
    'were active',
  gate: warRoomGate,
  changesNothing: true,
  body: stateSensors.extend({
    /** Of the day that is meant, ms UTC; without it today. */
    at: Moment.optional(),
    /** Instead of it: a moment of the past (ms UTC), up to and including which its day counts. */
    until: Moment.optional(),
  }),
  reply: dataOf(StatesOfToday),
})

export const kioskStatesOfToday = defineRoute({
  method: 'POST',
  path: '/api/kiosk/report/states',
  summary: 'The same of lamps and detectors on the board of a kiosk link, and of no others',
  gate: 'public',
  changesNothing: true,
  body: stateSensors,
  reply: dataOf(StatesOfToday),
})
