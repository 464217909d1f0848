import { z } from 'zod'
import { LesiId } from '#kit/model/device.ts'
import { dataOf } from '#kit/model/calls/envelope.ts'
import { fieldError, rule } from '#kit/model/calls/field-errors.ts'
import { Moment } from '#kit/model/time/past-moment.ts'
import { warRoomGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { Sensor } from '#kit/model/sensor.ts'
import { SensorKey } from './routes.ts'
import { Statistics } from './statistics.ts'
import { TimeOutside } from './sensor-report.ts'
import { StateFigures } from './state-figures.ts'

/**
 * For how long the good and uncertain readings of the range counted, and what they were in that
 * time, from the readings: each one counts until the next, a bad one for nothing; before a gap for
 * three of the distances that readings usually have there. The reading before the range counts at
 * its beginning.
 */
export const TimeWeighted = z.object({
  /**
   * The average of the values, each weighted with the time for which it counted; null where none
   * did, and of running totals.
   */
  average: z.number().nullable(),
  usableMs: z.number(),
  /** Of the range, up to the present. */
  elapsedMs: z.number(),
  /** The share of it with usable readings, 0 to 1; null before anything has elapsed. */
  availability: z.number().nullable(),
  /** A reading before a gap counts for so long at least, ms. */
  heldMs: z.number(),
})
export type TimeWeighted = z.infer<typeof TimeWeighted>

/** All figures of a range of a sensor. */
export const Figures = z.object({
  statistics: Statistics,
  /** Null for a sensor without limits, and where readings beyond them have expired. */
  outside: TimeOutside.nullable(),
  /** Null for lamps, detectors and texts, and where readings have expired: no rollup says it. */
  timeWeighted: TimeWeighted.nullable(),
  /** Of lamps and detectors whose readings are all kept; null for others. */
  states: StateFigures.nullable(),
  /**
   * Good and uncertain texts that the range holds beside numbers: they are in no figure. Null where
   * texts are what is counted, and where readings have expired: texts have, too.
   */
  textsBeside: z.int().nullable(),
})
export type Figures = z.infer<typeof Figures>

const SensorName = z.object({ thing: LesiId, sensor: SensorKey })
/** Start inclusive, end exclusive, ms UTC. */
const range = { from: Moment, to: Moment }
const isInOrder = ({ from, to }: { readonly from: number; readonly to: number }) => from < to
const order = { path: ['to'], ...rule(fieldError('end_before_start')) }
const answered = { sensor: Sensor, from: z.number(), to: z.number() }
const common = { gate: warRoomGate, isOpenToTokens: true, changesNothing: true } as const

export const figuresBySensor = defineRoute({
  method: 'POST',
  path: '/api/scada/report/figures',
  summary: 'All figures of a range of one sensor, also those that take longer than a chart',
  ...common,
  body: SensorName.extend(range).refine(isInOrder, order),
  reply: dataOf(Figures.extend(answered)),
})

/** At most so many bins, whatever the values are. */
export const maximumBins = 60

/** Usable readings from `from` (included) to `to` (excluded; in the last bin of all, too). */
export const Bin = z.object({
  from: z.number(),
  to: z.number(),
  count: z.int(),
  /** For how long readings of the bin counted, ms, by the rule of `TimeWeighted`. */
  heldMs: z.number(),
})
export type Bin = z.infer<typeof Bin>

/**
 * How often which values were there: bins of equal widths with round edges. Null where readings
 * have expired, as rollups do not say it, and where there are no usable ones: `reason` says which.
 */
export const Distribution = z.object({
  count: z.int(),
  badCount: z.int(),
  bins: z.array(Bin).nullable(),
  reason: z.enum(['expired', 'empty']).nullable(),
  source: Statistics.shape.source,
})
export type Distribution = z.infer<typeof Distribution>

export const distributionBySensor = defineRoute({
  method: 'POST',
  path: '/api/scada/report/distribution',
  summary: 'How often, and for how long, a sensor had which values in a range: a histogram',
  ...common,
  body: SensorName.extend(range).refine(isInOrder, order),
  reply: dataOf(Distribution.extend(answered)),
})

/** A range is cut into at most about so many steps; each gives one point. */
export const maximumPairs = 1_000

/**
 * Two sensors against each other. The range is cut into equal steps; where both have usable
 * readings in a step, their averages in it are a pair. `x` and `y` hold the pairs in the order of
 * time, `time` when their steps begin.
 */
export const Correlation = z.object({
  /** Pearson's coefficient of the pairs, -1 to 1; null with a reason. */
  coefficient: z.number().min(-1).max(1).nullable(),
  /** Fewer than three pairs; or the averages of one of them are all the same. */
  reason: z.enum(['few', 'constant_x', 'constant_y', 'not_finite']).nullable(),
  stepMs: z.number(),
  time: z.array(z.number()),
  x: z.array(z.number()),
  y: z.array(z.number()),
  /** Of the less detailed of the two. */
  source: Statistics.shape.source,
})
export type Correlation = z.infer<typeof Correlation>

export const correlationOfSensors = defineRoute({
  method: 'POST',
  path: '/api/scada/report/correlation',
  summary:
    'Two sensors against each other: pairs of averages in common steps, and how they go along',
  ...common,
  body: z.object({ x: SensorName, y: SensorName, ...range }).refine(isInOrder, order),
  reply: dataOf(
    Correlation.extend({
      sensors: z.object({ x: Sensor, y: Sensor }),
      from: z.number(),
      to: z.number(),
    }),
  ),
})

export const resetReportCookies = defineRoute({
  method: 'POST',
  path: '/api/scada/report/cookie/reset',
  summary: 'Removes the cookies with choices of reports, those whose names begin with report',
  gate: warRoomGate,
  changesNothing: true,
  reply: dataOf(z.object({ removed: z.array(z.string()) })),
})
