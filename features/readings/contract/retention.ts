import { z } from 'zod'
import { dataOf } from '#kit/model/calls/envelope.ts'
import { fieldError, rule } from '#kit/model/calls/field-errors.ts'
import { maximumDescriptionLength } from '#kit/model/device.ts'
import { retentionGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { SensorType } from '#kit/model/sensor.ts'

/** Readings of a week are kept in any case. */
export const minimumDays = 7
/** A hundred years. */
export const maximumDays = 36_500

const days = z.int().min(minimumDays).max(maximumDays)
const product = z.string().trim().max(maximumDescriptionLength)

/**
 * For how many days is kept what sensors of a type send; null: for ever. Readings of sensors that
 * send seldom serve as their minutes, and are kept as long as these. Texts have no rollups:
 * their three figures are the same.
 */
export const RetentionRule = z.object({
  /** Of devices of this product alone; empty: of all others. */
  product,
  type: SensorType,
  readingsDays: days,
  minutesDays: days.nullable(),
  hoursDays: days.nullable(),
})
export type RetentionRule = z.infer<typeof RetentionRule>

const last = (value: number | null) => value ?? Infinity

const OrderedRule = RetentionRule.refine(
  ({ readingsDays, minutesDays }) => last(minutesDays) >= readingsDays,
  { path: ['minutesDays'], ...rule(fieldError('kept_shorter')) },
).refine(({ minutesDays, hoursDays }) => last(hoursDays) >= last(minutesDays), {
  path: ['hoursDays'],
  ...rule(fieldError('kept_shorter')),
})

/** The server's clock, held against the time that is known to have passed. */
const RetentionClock = z.object({
  /** What the clock says, ms UTC. */
  now: z.number(),
  /** What time it is as far as is known, ms UTC: what expires does so by it where it is earlier. */
  trusted: z.number(),
  state: z.enum(['agrees', 'ahead', 'behind']),
  /** What the clock will say when it is trusted, if the server runs until then; else null. */
  trustedFrom: z.number().nullable(),
})

/** A comparison of rollups with the readings that was asked for. */
export const RollupRepair = z.object({
  /** `interrupted`: the server ended meanwhile. */
  state: z.enum(['running', 'done', 'cancelled', 'failed', 'interrupted']),
  /** ms UTC */
  startedAt: z.number(),
  /** ms UTC; null while it runs, and after the server was killed. */
  endedAt: z.number().nullable(),
  failure: z.string().nullable(),
  /** Days of UTC that are compared, and those that are done. */
  days: z.int(),
  daysDone: z.int(),
  /** Minutes and hours whose rollup lacked readings and has them now. */
  completed: z.int(),
  /** Minutes and hours whose rollup counts more than is stored: they are left as they are. */
  left: z.int(),
})
export type RollupRepair = z.infer<typeof RollupRepair>

/** What a run removes of one rule's sensors: all before this moment, ms UTC; null: nothing. */
const Cutoffs = z.object({
  readings: z.number().nullable(),
  minutes: z.number().nullable(),
  hours: z.number().nullable(),
})

export const Retention = z.object({
  rules: z.array(
    RetentionRule.extend({
      /** Sensors that the rule is about. */
      sensors: z.int(),
      removedBefore: Cutoffs,
    }),
  ),
  /** Products of devices. */
  products: z.array(z.string()),
  /** When expired readings were removed last, ms UTC, and how many; null: not yet. */
  lastRun: z
    .object({ at: z.number(), rows: z.number(), failure: z.string().nullable() })
    .nullable(),
  /** ms UTC */
  nextRunAt: z.number(),
  clock: RetentionClock,
  /** Under way, or the last. */
  repair: RollupRepair.nullable(),
  /** What is stored, bytes on disk by table of the store. */
  stored: z.array(z.object({ table: z.string(), rows: z.number(), bytes: z.number() })),
})
export type Retention = z.infer<typeof Retention>

export const showRetention = defineRoute({
  method: 'GET',
  path: '/api/readings/retention',
  summary: 'For how long readings, minutes and hours of each type of sensor are kept',
  gate: retentionGate,
  reply: dataOf(Retention),
})

export const changeRetention = defineRoute({
  method: 'PUT',
  path: '/api/readings/retention',
  summary: 'Changes for how long something is kept; what is older is removed within the hour',
  gate: retentionGate,
  body: OrderedRule,
  reply: dataOf(RetentionRule),
})

export const repairRollups = defineRoute({
  method: 'POST',
  path: '/api/readings/retention/repair',
  summary:
    'Begins to compare minutes and hours with the readings of which they are made, and to add ' +
    'what they lack; 409 while that is under way',
  gate: retentionGate,
  reply: dataOf(RollupRepair),
})

export const cancelRepair = defineRoute({
  method: 'POST',
  path: '/api/readings/retention/repair/cancel',
  summary: 'Ends the comparison that is under way; what was added stays',
  gate: retentionGate,
  reply: dataOf(z.object({ cancelled: z.literal(true) })),
})

export const confirmClock = defineRoute({
  method: 'POST',
  path: '/api/readings/retention/confirm-clock',
  summary: 'Says that the clock of the server is right: what has expired by it is removed',
  gate: retentionGate,
  /** What the clock reported when it was looked at, ms UTC; 409 when it has jumped since. */
  body: z.object({ now: z.int() }),
  reply: dataOf(RetentionClock),
})

export const removeRetention = defineRoute({
  method: 'POST',
  path: '/api/readings/retention/remove',
  summary: 'Removes the rule of a product: that of the type holds again',
  gate: retentionGate,
  body: z.object({ product: product.min(1), type: SensorType }),
  reply: dataOf(z.object({ removed: z.literal(true) })),
})

export const previewRetention = defineRoute({
  method: 'POST',
  path: '/api/readings/retention/preview',
  summary: 'What a rule would remove of what is stored now',
  gate: retentionGate,
  changesNothing: true,
  body: OrderedRule,
  reply: dataOf(
    z.object({
      sensors: z.int(),
      /** Readings of which nothing but rollups would be left, at most. */
      readings: z.number(),
      before: Cutoffs,
    }),
  ),
})
