import { z } from 'zod'
import { DeviceActivity } from '#features/history/contract/routes.ts'
import { LesiId } from '#kit/model/device.ts'
import { dataOf } from '#kit/model/envelope.ts'
import { fieldError, rule } from '#kit/model/field-errors.ts'
import { Locale } from '#kit/model/locale.ts'
import { Moment } from '#kit/model/past-moment.ts'
import { reportGate, warRoomGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/route.ts'
import { SensorName, ZoneName } from './names.ts'
import { maximumReportDays, maximumReportSensors, ReportRequest } from './report/request.ts'

/** Sensors of one export. */
export const maximumExportSensors = 100
/** Longest period of an export. */
export const maximumExportDays = 3_660
/** Readings, or steps of all sensors, that one export may cover. */
export const maximumExportReadings = 20_000_000
/** Exports of one person that wait or run. */
export const maximumUnderWay = 3
/** How long a finished file is there. */
export const keptHours = 24

export const exportSteps = ['raw', '1-min', '5-min', '15-min', '1-hour', '1-day'] as const
export const ExportStep = z.enum(exportSteps)
export type ExportStep = z.infer<typeof ExportStep>

/** Which figure of a step stands in the column of a sensor; of texts always the last. */
export const exportFigures = ['average', 'minimum', 'maximum', 'last'] as const
export const ExportFigure = z.enum(exportFigures)
export type ExportFigure = z.infer<typeof ExportFigure>

/** `sensor`: a table for each sensor. `group`: one table with a column for each sensor. */
export const exportModes = ['sensor', 'group'] as const
export const exportFormats = ['xlsx', 'csv'] as const

/** Stored readings of sensors as a file. Other kinds of exports are members beside it. */
export const ReadingsExport = z
  .object({
    kind: z.literal('readings'),
    format: z.enum(exportFormats),
    mode: z.enum(exportModes),
    sensors: z.array(SensorName).min(1).max(maximumExportSensors),
    /** Start, inclusive, ms UTC. */
    from: Moment,
    /** End, exclusive, ms UTC. */
    to: Moment,
    step: ExportStep.default('raw'),
    figure: ExportFigure.default('average'),
    /** IANA name of the zone of all times in the file; without it the site's. */
    timezone: ZoneName.optional(),
    /** Of the words in the file. */
    language: Locale.default('en'),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], ...rule(fieldError('end_before_start')) })
  .refine(({ from, to }) => to - from <= maximumExportDays * 86_400_000, {
    path: ['to'],
    ...rule(fieldError('period_too_long', { days: maximumExportDays })),
  })
  .refine(
    ({ sensors }) =>
      new Set(sensors.map(({ thing, sensor }) => `${thing} ${sensor}`)).size === sensors.length,
    { path: ['sensors'], ...rule(fieldError('repeated')) },
  )
export type ReadingsExport = z.infer<typeof ReadingsExport>

export const exportStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const
export const ExportState = z.enum(exportStates)
export type ExportState = z.infer<typeof ExportState>

/**
 * Why an export failed. `access`: one of its devices is no longer open to its owner. `store`: the
 * store did not answer. `too_large`: the file has more bytes than one may have. `disk`: there is no
 * room for it. `interrupted`: the server ended in the middle of it more than once. `defect`: the
 * server could not make it, and a further try would end the same.
 */
export const exportFailures = [
  'access',
  'store',
  'too_large',
  'disk',
  'interrupted',
  'defect',
] as const
export const ExportFailure = z.enum(exportFailures)
export type ExportFailure = z.infer<typeof ExportFailure>

/** What a job makes: a file of readings, or a printable report. */
export const exportKinds = ['readings', 'report'] as const

/** An export of the caller. */
export const ExportJob = z.object({
  id: z.uuid(),
  kind: z.enum(exportKinds),
  format: z.enum([...exportFormats, 'pdf']),
  /** Of readings; null for others. */
  mode: z.enum(exportModes).nullable(),
  step: ExportStep.nullable(),
  /** How the shift is called that a report is about; null for others. */
  shift: z.string().nullable(),
  from: z.number(),
  to: z.number(),
  timezone: z.string(),
  /** How many sensors, and how the first of them is called. */
  sensorCount: z.int(),
  firstSensor: z.object({ device: z.string(), alias: z.string() }),
  state: ExportState,
  /** Readings that are in the file, and how many there are, as far as that is known. */
  readingsDone: z.int(),
  readingsInAll: z.int().nullable(),
  /** Rows of the file, or pages of a report; null while it is not complete. */
  rows: z.int().nullable(),
  bytes: z.int().nullable(),
  fileName: z.string(),
  failure: ExportFailure.nullable(),
  /** ms UTC */
  createdAt: z.number(),
  endedAt: z.number().nullable(),
  expiresAt: z.number().nullable(),
  /** Whether all of its devices are open to the caller now: else its file is not. */
  isOpen: z.boolean(),
})
export type ExportJob = z.infer<typeof ExportJob>

const ExportId = z.object({ id: z.uuid() })

export const listExports = defineRoute({
  method: 'GET',
  path: '/api/exports',
  summary: 'The exports of the caller, the newest first',
  gate: warRoomGate,
  reply: dataOf(z.array(ExportJob)),
})

export const createExport = defineRoute({
  method: 'POST',
  path: '/api/exports',
  summary: 'Begins to make a file of stored readings; the list says how far it is',
  gate: warRoomGate,
  body: ReadingsExport,
  reply: dataOf(ExportJob),
})

export const createReport = defineRoute({
  method: 'POST',
  path: '/api/exports/reports',
  summary: 'Begins to make the PDF of a report; the list of exports says how far it is',
  gate: reportGate,
  body: ReportRequest,
  reply: dataOf(ExportJob),
})

export const deviceActivity = defineRoute({
  method: 'POST',
  path: '/api/exports/reports/activity',
  summary: 'When devices were active in a period: the outages of a report',
  gate: reportGate,
  changesNothing: true,
  body: z
    .object({
      things: z.array(LesiId).min(1).max(maximumReportSensors),
      /** Start, inclusive, ms UTC. */
      from: Moment,
      /** End, exclusive, ms UTC. */
      to: Moment,
    })
    .refine(({ from, to }) => from < to, { path: ['to'], ...rule(fieldError('end_before_start')) })
    .refine(({ from, to }) => to - from <= maximumReportDays * 86_400_000, {
      path: ['to'],
      ...rule(fieldError('period_too_long', { days: maximumReportDays })),
    }),
  /** One for each device that is there, in the order of the names. */
  reply: dataOf(z.array(z.object({ thing: LesiId, name: z.string(), activity: DeviceActivity }))),
})

export const cancelExport = defineRoute({
  method: 'POST',
  path: '/api/exports/:id/cancel',
  summary: 'Stops an own export that waits or runs',
  gate: warRoomGate,
  params: ExportId,
})

export const removeExport = defineRoute({
  method: 'DELETE',
  path: '/api/exports/:id',
  summary: 'Removes an own export and its file',
  gate: warRoomGate,
  params: ExportId,
})

export const exportFile = defineRoute({
  method: 'GET',
  path: '/api/exports/:id/file',
  summary:
    'The file of an own export that is done, while all of its devices are open to the caller',
  gate: warRoomGate,
  params: ExportId,
  file: 'application/octet-stream',
})
