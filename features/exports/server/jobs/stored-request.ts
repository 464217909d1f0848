import { z } from 'zod'
import { Locale } from '#kit/model/locale.ts'
import { ReadingsExport } from '../../contract/readings.ts'
import { ReportRequest } from '../../contract/report/request.ts'

/** What every job has beside what was asked for. */
const allowed = {
  timezone: z.string(),
  sensorIds: z.array(z.int()),
  /** How the sensors' first one is called in the file; before it is made, as it was called then. */
  firstSensor: z.object({ device: z.string(), alias: z.string() }),
  /** The roles that were active when it was asked for. */
  roles: z.array(z.string()),
}

/** A file of readings that is to be made, as it was allowed: its sensors by their ids. */
export const StoredReadings = z.object({ ...ReadingsExport.shape, ...allowed })
export type StoredReadings = z.infer<typeof StoredReadings>

/** A report that is to be made, in the same way. */
export const StoredReport = z.object({
  ...{ ...ReportRequest.shape, ...allowed },
  /** Former versions took names of several lines. */
  shift: z.string().optional(),
  /** How its owner was called then. */
  madeBy: z.string(),
})
export type StoredReport = z.infer<typeof StoredReport>

/** An archive that is to be made: of which files, and what is made for it. */
const StoredArchive = z.object({
  kind: z.literal('archive'),
  title: z.string(),
  files: z.array(z.object({ id: z.uuid(), name: z.string(), readings: z.int() })),
  readings: StoredReadings.nullable(),
  from: z.number(),
  to: z.number(),
  ...allowed,
})
export type StoredArchive = z.infer<typeof StoredArchive>

/** The handover of a shift that is to be made, of the devices that its owner may see. */
const StoredHandover = z.object({
  kind: z.literal('handover'),
  /** How the shift is called. */
  shift: z.string(),
  from: z.number(),
  to: z.number(),
  language: Locale,
  /** Absent: it was asked for by a former version, and expires within a day. */
  deviceIds: z.array(z.int()).optional(),
  ...allowed,
})
export type StoredHandover = z.infer<typeof StoredHandover>

const kinds = [StoredReadings, StoredReport, StoredArchive, StoredHandover] as const
export const StoredRequest = z.discriminatedUnion('kind', kinds)
export type StoredRequest = z.infer<typeof StoredRequest>
