import { z } from 'zod'
import { DeviceActivity } from '#features/history/contract/sensor-report.ts'
import { LesiId } from '#kit/model/device.ts'
import { dataOf, wholeListOf } from '#kit/model/calls/envelope.ts'
import { fieldError, rule } from '#kit/model/calls/field-errors.ts'
import { Moment } from '#kit/model/time/past-moment.ts'
import { archiveGate, reportGate, warRoomGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { ArchiveRequest } from './archive.ts'
import { exportFailures } from './failures.ts'
import { exportFormats, exportModes, ExportStep, ReadingsExport } from './readings.ts'
import { maximumReportDays, maximumReportSensors, ReportRequest } from './report/request.ts'

/** Readings, or steps of all sensors, that one export may cover. */
export const maximumExportReadings = 20_000_000
/** Exports of one person that wait or run. */
export const maximumInProgress = 3
/**
 * Exports of one person that are kept for a day; of more that have ended the oldest go. Twenty
 * schedules of three shifts make sixty a day. The screens say it in their texts (`list.kept`).
 */
export const maximumKept = 100

export const exportStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const
export const ExportState = z.enum(exportStates)
export type ExportState = z.infer<typeof ExportState>

/**
 * What a job makes: a file of readings, a printable report, one file of several, or the handover of
 * a shift.
 */
export const exportKinds = ['readings', 'report', 'archive', 'handover'] as const

/** An export of the caller. */
export const ExportJob = z.object({
  id: z.uuid(),
  kind: z.enum(exportKinds),
  format: z.enum([...exportFormats, 'pdf', 'zip']),
  /** Of readings; null for others. */
  mode: z.enum(exportModes).nullable(),
  step: ExportStep.nullable(),
  /** How the shift is called that a report is about; null for others. */
  shift: z.string().nullable(),
  /** How an archive is called, and how many files it has; null for others. */
  title: z.string().nullable(),
  fileCount: z.int().nullable(),
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
  /** `gone`: its file was made, and is not on the disk any more. */
  failure: z.enum([...exportFailures, 'gone']).nullable(),
  /** ms UTC */
  createdAt: z.number(),
  endedAt: z.number().nullable(),
  expiresAt: z.number().nullable(),
  /** Whether all of its devices are open to the caller now: else its file is not. */
  isOpen: z.boolean(),
  /** Whose schedule sent it to the caller; null: it is the caller's own. */
  sentBy: z.string().nullable(),
})
export type ExportJob = z.infer<typeof ExportJob>

const ExportId = z.object({ id: z.uuid() })

export const listExports = defineRoute({
  method: 'GET',
  path: '/api/exports',
  summary:
    'The exports of the caller, the newest first, and files that schedules of others sent them',
  gate: warRoomGate,
  reply: wholeListOf(ExportJob),
})

export const createExport = defineRoute({
  method: 'POST',
  path: '/api/exports',
  summary: 'Begins to make a file of stored readings; the list says how far it is',
  isMadeOnce: true,
  gate: warRoomGate,
  body: ReadingsExport,
  reply: dataOf(ExportJob),
})

export const createArchive = defineRoute({
  method: 'POST',
  path: '/api/exports/archives',
  summary: 'Begins to make one ZIP of finished files and of a file for each of some sensors',
  isMadeOnce: true,
  gate: archiveGate,
  body: ArchiveRequest,
  reply: dataOf(ExportJob),
})

export const createReport = defineRoute({
  method: 'POST',
  path: '/api/exports/reports',
  summary: 'Begins to make the PDF of a report; the list of exports says how far it is',
  isMadeOnce: true,
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
  reply: wholeListOf(z.object({ thing: LesiId, name: z.string(), activity: DeviceActivity })),
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
