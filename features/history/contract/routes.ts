import { z } from 'zod'
import { LesiId } from '#kit/model/device.ts'
import { dataOf } from '#kit/model/envelope.ts'
import { fieldError, rule } from '#kit/model/field-errors.ts'
import { maximumKeyLength } from '#kit/model/limits.ts'
import { Moment } from '#kit/model/past-moment.ts'
import { warRoomGate } from '#kit/model/permission.ts'
import { QualityCode } from '#kit/model/quality.ts'
import { defineRoute } from '#kit/model/route.ts'
import { Sensor } from '#kit/model/sensor.ts'

export const SensorKey = z.string().min(1).max(maximumKeyLength)
const period = /^(today|last-week|this-week|7-days|30-days|\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d)$/
const numbers = z.array(z.number())

/**
 * Readings one by one, oldest first; null where the sensor had no value (quality bad); quality as
 * its code. Numeric sensors only.
 */
export const RawSeries = z.object({
  kind: z.literal('raw'),
  time: numbers,
  value: z.array(z.number().nullable()),
  quality: z.array(QualityCode),
})

/**
 * Where readings are bad or uncertain: one entry per pixel column and quality, in the order of the
 * columns; the times of the first and the last such reading there, and how many there are.
 */
const FlaggedReadings = z.object({
  quality: z.array(QualityCode),
  firstTime: numbers,
  lastTime: numbers,
  count: numbers,
})

/**
 * M4: one entry per pixel column that holds readings: its first, minimum, maximum and last value,
 * the times of its first and last reading, and how many there are. A line drawn through them equals
 * the line through all readings at that width (Jugel et al., "M4: A Visualization-Oriented Time
 * Series Data Aggregation", VLDB 2014). Bad readings are left out of these; `flagged` says where
 * they are.
 */
export const ColumnSeries = z.object({
  kind: z.literal('columns'),
  /**
   * How long a column is, ms: a reading is in column `floor((time - from) / columnMs)`; where that
   * is ten minutes or more, its minute is. Longer where nothing finer is left of the readings.
   */
  columnMs: z.number(),
  firstTime: numbers,
  lastTime: numbers,
  first: numbers,
  minimum: numbers,
  maximum: numbers,
  last: numbers,
  count: numbers,
  flagged: FlaggedReadings,
})

/**
 * How the readings of a span of time were: as the last one before it (null: there is none, or older
 * changes are not listed), and when that changed, oldest first, ms UTC. Without a value: bad.
 */
export const QualityChanges = z.object({
  before: QualityCode.nullable(),
  time: numbers,
  quality: z.array(QualityCode),
})
export type QualityChanges = z.infer<typeof QualityChanges>

/**
 * Changes of a text sensor, newest first. `previous`, `current` null: it had no value. `truncated`:
 * older changes of the value or of the quality are not listed.
 */
export const ChangeSeries = z.object({
  kind: z.literal('changes'),
  rows: z.array(
    z.object({
      time: z.number(),
      previous: z.string().nullable(),
      current: z.string().nullable(),
      quality: QualityCode,
    }),
  ),
  truncated: z.boolean(),
})

export const Series = z.discriminatedUnion('kind', [RawSeries, ColumnSeries, ChangeSeries])
export type Series = z.infer<typeof Series>
export type RawSeries = z.infer<typeof RawSeries>
export type ColumnSeries = z.infer<typeof ColumnSeries>
export type ChangeSeries = z.infer<typeof ChangeSeries>

/**
 * Statistics over good and uncertain readings of the range; null where there are none. Counters and
 * timers are running totals: they have what they accumulated, and no average, percentiles or
 * standard deviation. Percentiles lie between the two readings of the ranks around p (n - 1)
 * (Hyndman and Fan's type 7).
 */
export const Statistics = z.object({
  count: z.int(),
  badCount: z.int(),
  /** Of the readings, each counted once; for how long they held is another average. */
  average: z.number().nullable(),
  /** Of a sample (n - 1); null of fewer than two readings. */
  standardDeviation: z.number().nullable(),
  maximum: z.number().nullable(),
  median: z.number().nullable(),
  minimum: z.number().nullable(),
  /** First and third quartile. */
  lowerQuartile: z.number().nullable(),
  upperQuartile: z.number().nullable(),
  percentile5: z.number().nullable(),
  percentile95: z.number().nullable(),
  percentile99: z.number().nullable(),
  /** The newest value of the range. */
  last: z.number().nullable(),
  /**
   * What the total gained in the range, from its last value before it on, resets left out; of
   * counters and timers only.
   */
  accumulated: z.number().nullable(),
  /** What the figures were computed from. */
  source: z.enum(['raw', 'rollup', 'mixed']),
  /** Only where readings of the range have expired. */
  rolled: z
    .object({
      /** What was before is left as minutes and hours alone, ms UTC. */
      until: z.number(),
      /** Readings of minutes and hours that the range cuts: they are in no figure. */
      leftOut: z.int(),
      /** Figures that may differ from what the readings would say; null ones nobody knows. */
      estimated: z.array(z.literal('accumulated')),
    })
    .optional(),
})
export type Statistics = z.infer<typeof Statistics>

/**
 * When the device was active: columns of the range in which any of its sensors said anything, with
 * their first and last moment.
 */
export const DeviceActivity = z.object({
  /** Silence after which the device counts as offline, ms. */
  silenceMs: z.number(),
  columnMs: z.number(),
  firstTime: numbers,
  lastTime: numbers,
  /** Minutes (hours, where columns are long) of the column in which something was said. */
  count: numbers,
})
export type DeviceActivity = z.infer<typeof DeviceActivity>

/**
 * How long the good and uncertain values of the range were beyond the present limits, from the
 * readings: each one counts until the next, a bad one for nothing; before a gap for three of the
 * distances that readings usually have there.
 */
export const TimeOutside = z.object({
  aboveMs: z.number(),
  belowMs: z.number(),
  /** A reading before a gap counts for so long at least, ms. */
  heldMs: z.number(),
})
export type TimeOutside = z.infer<typeof TimeOutside>

export const SensorReport = z.object({
  sensor: Sensor,
  from: z.number(),
  to: z.number(),
  timezone: z.string(),
  statistics: Statistics,
  /**
   * What a lamp, a detector or a text said last before the range, and still said when it began;
   * null for others and where nothing was.
   */
  before: z.object({ time: z.number(), value: z.union([z.number(), z.string()]) }).nullable(),
  /**
   * Lamps, detectors and texts may speak only when they change: readings are missing where the
   * device is silent. Null for others.
   */
  activity: DeviceActivity.nullable(),
  /** Null for a sensor without limits. */
  outside: TimeOutside.nullable(),
  /**
   * How the readings of a lamp, a detector or a text were: no state is known while they are bad.
   * Of texts the newest changes, where there are too many; of numbers then null, as for others.
   */
  quality: QualityChanges.nullable(),
  series: Series,
})
export type SensorReport = z.infer<typeof SensorReport>

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
  summary: 'Series and statistics of every sensor of a device',
  gate: warRoomGate,
  isOpenToTokens: true,
  changesNothing: true,
  body: z
    .object({ thing: LesiId, ...range })
    .refine(({ from, to }) => from < to, { path: ['to'], ...rule(fieldError('end_before_start')) }),
  reply: dataOf(z.array(SensorReport)),
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
