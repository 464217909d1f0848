import { z } from 'zod'
import { LesiId } from '#kit/model/device.ts'
import { dataOf } from '#kit/model/calls/envelope.ts'
import { fieldError, rule } from '#kit/model/calls/field-errors.ts'
import { Locale } from '#kit/model/locale.ts'
import { maximumKeyLength } from '#kit/model/limits.ts'
import { Moment } from '#kit/model/time/past-moment.ts'
import { alarmAnalysisGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { Alarm } from '../alarm.ts'

const dayMs = 86_400_000
/** Days that one analysis covers. */
export const maximumAnalysisDays = 400
export const maximumOperators = 100
/** Entries of each list of an answer; a file has more. */
export const listedGroups = 100
/** Days up to which the map of hours has a row for each; longer ones have one for each weekday. */
export const maximumDateRows = 31

const Period = z.object({
  /** ms UTC: `from` inclusive, `to` exclusive. */
  from: z.coerce.number().pipe(Moment),
  to: z.coerce.number().pipe(Moment),
  /** Operator positions that share the alarms. */
  operators: z.coerce.number().int().min(1).max(maximumOperators).default(1),
  thing: LesiId.optional(),
  /** Key of a sensor of `thing`. */
  sensor: z.string().max(maximumKeyLength).optional(),
})
type AnalysisPeriod = z.infer<typeof Period>
const isForward = ({ from, to }: AnalysisPeriod) => from < to
const endsLater = { path: ['to'], ...rule(fieldError('end_before_start')) }
const isBounded = ({ from, to }: AnalysisPeriod) => to - from <= maximumAnalysisDays * dayMs
const tooLong = {
  path: ['to'],
  ...rule(fieldError('period_too_long', { days: maximumAnalysisDays })),
}

/** Alarms that have something in common; of a device itself there is no sensor. */
const Group = z.object({
  device: Alarm.shape.device.nullable(),
  sensor: Alarm.shape.sensor,
  /** Of a rule, else null: its id as text; `upper`, `lower`: the sensor's own limit. */
  origin: z.string().nullable(),
  ruleName: z.string(),
  count: z.int(),
  /** In the period before. */
  before: z.int(),
  /** Of priority 1, 2 and 3. */
  priorities: z.array(z.int()).length(3),
})
export type AlarmGroup = z.infer<typeof Group>

const Groups = z.object({
  /** How many there are, also beyond those that are listed. */
  total: z.int(),
  /** Those with the most alarms first. */
  listed: z.array(Group),
})

const Waiting = z.object({ total: z.int(), alarms: z.array(Alarm) })

/**
 * Alarms that people were shown in a period. What came while its source was shelved, suppressed or
 * out of service, and what is only recorded, is counted apart; what late readings would have raised
 * is left out.
 */
export const AlarmAnalysis = z.object({
  count: z.int(),
  /** In the period before, as long by the wall clock; null: nothing was recorded until its end. */
  before: z.int().nullable(),
  earlier: z.object({ from: z.number(), to: z.number() }),
  /** When the first alarm came of all that the caller sees, ms UTC; null: there is none. */
  recordedFrom: z.number().nullable(),
  hidden: z.int(),
  journal: z.int(),
  /** Of priority 1, 2 and 3. */
  priorities: z.array(z.object({ count: z.int(), before: z.int() })).length(3),
  /** Until an alarm was acknowledged, of those that were; ms. */
  medianToAcknowledgeMs: z.number().nullable(),
  acknowledged: z.int(),
  rate: z.object({
    operators: z.int(),
    /** Alarms in ten minutes, for one operator. */
    mean: z.number(),
    /** The most in one of the windows of ten minutes, of all operators; null: no alarm. */
    busiest: z.object({ at: z.number(), count: z.int() }).nullable(),
    /** Windows of ten minutes that the period touches, and those that were a flood. */
    windows: z.int(),
    floods: z.int(),
  }),
  /**
   * Alarms by day and hour of the site. `dates`: a row is a day such as `2026-11-20`; `weekdays`:
   * 1 Monday to 7 Sunday. Null: the period has nothing of that hour.
   */
  hours: z.object({
    kind: z.enum(['dates', 'weekdays']),
    rows: z.array(z.object({ day: z.string(), cells: z.array(z.int().nullable()).length(24) })),
  }),
  /** A rule at a sensor or a device, the most frequent first. */
  sources: Groups,
  sensors: Groups,
  rules: Groups,
  devices: Groups,
  /** Sources that came three times or more within a minute. */
  chattering: z.object({
    total: z.int(),
    listed: z.array(z.object({ source: Group, maximumInMinute: z.int() })),
  }),
  /** Now: alarms whose condition is there, the oldest first. */
  standing: Waiting,
  /** Now: alarms that people have been shown for more than a day, the oldest first. */
  stale: Waiting,
})
export type AlarmAnalysis = z.infer<typeof AlarmAnalysis>

export const analyseAlarms = defineRoute({
  method: 'GET',
  path: '/api/alarms/analysis',
  summary: 'How many alarms there were, of what and when, against published guidance',
  gate: alarmAnalysisGate,
  query: Period.refine(isForward, endsLater).refine(isBounded, tooLong),
  reply: dataOf(AlarmAnalysis),
})

export const analysisFormats = ['csv', 'xlsx'] as const

export const analysisFile = defineRoute({
  method: 'GET',
  path: '/api/alarms/analysis/file',
  summary: 'The analysis of alarms as a file: of Excel with all its tables, of CSV by source',
  gate: alarmAnalysisGate,
  query: Period.extend({ format: z.enum(analysisFormats), language: Locale })
    .refine(isForward, endsLater)
    .refine(isBounded, tooLong),
  file: 'application/octet-stream',
})
