import { z } from 'zod'
import { fieldError, rule } from '#kit/model/calls/field-errors.ts'
import { Locale } from '#kit/model/locale.ts'
import { Moment } from '#kit/model/time/past-moment.ts'
import { oneLine } from '#kit/model/text/one-line.ts'
import { SensorName, ZoneName } from '../names.ts'

/** Sensors of one report: each has half a page. */
export const maximumReportSensors = 50
/** Longest period of a report. */
export const maximumReportDays = 366
/** Characters of the notes. */
export const maximumNotes = 4_000

export const papers = ['A4', 'Letter'] as const

/** A printable report of a shift, a day or any period, made as a PDF. */
export const ReportRequest = z
  .object({
    kind: z.literal('report'),
    sensors: z.array(SensorName).min(1).max(maximumReportSensors),
    /** Start, inclusive, ms UTC. */
    from: Moment,
    /** End, exclusive, ms UTC. */
    to: Moment,
    /** IANA name of the zone of all times; without it the site's. */
    timezone: ZoneName.optional(),
    language: Locale.default('en'),
    paper: z.enum(papers).default('A4'),
    /** How the shift is called that the period is; absent: it is none. */
    shift: oneLine(40).min(1).optional(),
    /** What people want to say of the period; without it there are lines to write on. */
    notes: z.string().max(maximumNotes).default(''),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], ...rule(fieldError('end_before_start')) })
  .refine(({ from, to }) => to - from <= maximumReportDays * 86_400_000, {
    path: ['to'],
    ...rule(fieldError('period_too_long', { days: maximumReportDays })),
  })
  .refine(
    ({ sensors }) =>
      new Set(sensors.map(({ thing, sensor }) => `${thing} ${sensor}`)).size === sensors.length,
    { path: ['sensors'], ...rule(fieldError('repeated')) },
  )
export type ReportRequest = z.infer<typeof ReportRequest>
