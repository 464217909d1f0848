import { z } from 'zod'
import { isEmail } from '#kit/model/address.ts'
import { DeliveryFailureReason, DeliveryState } from '#kit/model/delivery.ts'
import { fieldError, rule } from '#kit/model/calls/field-errors.ts'
import { Locale } from '#kit/model/locale.ts'
import { SensorName, ZoneName } from '../names.ts'
import { exportFailures } from '../failures.ts'
import {
  ExportFigure,
  exportFormats,
  exportModes,
  ExportStep,
  maximumExportSensors,
} from '../readings.ts'
import { papers } from '../report/request.ts'
import { Recurrence } from './recurrence.ts'
import { oneLine } from '#kit/model/text/one-line.ts'

/** Schedules of one person. */
export const maximumSchedules = 20
/** Whom one schedule sends its files. */
export const maximumRecipients = 20
/** A larger file is not attached: mail servers take no more. */
export const maximumAttachedBytes = 7_000_000

/** What a schedule sends: a file of readings, the report of its period, or a shift's handover. */
export const scheduleFormats = [...exportFormats, 'pdf', 'handover'] as const

const repeats = (texts: readonly string[]) => new Set(texts).size !== texts.length

/** What a person says of a schedule. */
export const ScheduleRequest = z.strictObject({
  // The subject of its mails has it, which is one line.
  name: oneLine(80).min(1),
  recurrence: Recurrence,
  /** On whose wall clock days and times are, also those in the file. */
  timezone: ZoneName,
  /** `pdf`: the printable report of the period; `handover`: of each shift, when it ends. */
  format: z.enum(scheduleFormats),
  mode: z.enum(exportModes),
  /** At least one; what a handover names is not looked at. */
  sensors: z
    .array(SensorName)
    .max(maximumExportSensors)
    .refine(
      (sensors) => !repeats(sensors.map(({ thing, sensor }) => `${thing} ${sensor}`)),
      rule(fieldError('repeated')),
    ),
  step: ExportStep,
  figure: ExportFigure,
  /** Of a report. */
  paper: z.enum(papers).default('A4'),
  /** Of the words in the file and in the mail. */
  language: Locale,
  recipients: z
    .array(
      z
        .string()
        .max(254)
        .refine(isEmail, rule(fieldError('email'))),
    )
    .min(1)
    .max(maximumRecipients)
    .refine(
      (recipients) => !repeats(recipients.map((each) => each.toLowerCase())),
      rule(fieldError('repeated')),
    ),
})
export type ScheduleRequest = z.infer<typeof ScheduleRequest>

/**
 * Why a run of a schedule sent nothing. `rights`: its owner may export no more, or is locked.
 * `access`: one of its sensors is not open to its owner, or gone. `mail`: no mail server is set.
 * `removed`: its file was removed. The others are those of exports.
 */
export const runFailures = [...exportFailures, ...(['rights', 'mail', 'removed'] as const)] as const
export const RunFailure = z.enum(runFailures)
export type RunFailure = z.infer<typeof RunFailure>

export const runStates = ['making', 'mailed', 'failed'] as const

/** One time that a schedule was carried out. */
export const ScheduleRun = z.object({
  /** ms UTC */
  begunAt: z.number(),
  endedAt: z.number().nullable(),
  from: z.number(),
  to: z.number(),
  state: z.enum(runStates),
  failure: RunFailure.nullable(),
  /** How the mail to each recipient is. */
  deliveries: z.array(
    z.object({
      to: z.string(),
      state: DeliveryState,
      failure: DeliveryFailureReason.nullable(),
      /** What the mail server answered last. */
      detail: z.string(),
      attempts: z.int(),
      nextAt: z.number().nullable(),
    }),
  ),
})
export type ScheduleRun = z.infer<typeof ScheduleRun>

/**
 * As it is stored: an address of somebody whose data was erased is none any more, and names of
 * several lines were taken once.
 */
export const StoredScheduleRequest = ScheduleRequest.extend({
  name: z.string(),
  recipients: z.array(z.string()).transform((recipients) => recipients.filter(isEmail)),
})

/**
 * A schedule of the caller that this version cannot read, as another one stored it: it sends
 * nothing until it is changed or removed.
 */
export const UnreadableSchedule = z.object({
  id: z.int(),
  /** Empty where it has none that can be read. */
  name: z.string(),
  version: z.int32(),
})
export type UnreadableSchedule = z.infer<typeof UnreadableSchedule>

/** A schedule of the caller. */
export const ExportSchedule = z.object({
  id: z.int(),
  ...ScheduleRequest.shape,
  name: z.string(),
  recipients: z.array(z.string()),
  version: z.int32(),
  isPaused: z.boolean(),
  /** When it is due next, ms UTC; null: paused, or the site has no shifts. */
  nextAt: z.number().nullable(),
  /** Null: it was never carried out. */
  lastRun: ScheduleRun.nullable(),
})
export type ExportSchedule = z.infer<typeof ExportSchedule>
