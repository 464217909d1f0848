import { z } from 'zod'
import { dataOf, wholeListOf } from '#kit/model/calls/envelope.ts'
import { importGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { encodings, Inspection, Mapping, quotes, separators } from './mapping.ts'
import { Outcome } from './outcome.ts'

/** Bytes of one file. */
export const maximumImportBytes = 512 * 1024 * 1024
/** Bytes of one part of a file that is uploaded. */
export const partBytes = 4 * 1024 * 1024
/** Imports of one person whose file is there. */
export const maximumOpenImports = 5
/** Readings of one file. */
export const maximumImportReadings = 20_000_000
/** How long an uploaded file waits for the next step. */
export const fileHours = 24
/** How long it is listed what became of an import, with its refused rows. */
export const listedDays = 30

/**
 * `uploading`: parts of the file are missing. `open`: the file is there and waits for a mapping.
 * `waiting`, `running`: the task is under way. `checked`: a dry run has ended, the import can
 * begin.
 */
export const importStates = [
  ...(['uploading', 'open', 'waiting', 'running', 'checked'] as const),
  ...(['done', 'failed', 'cancelled'] as const),
] as const
export const ImportState = z.enum(importStates)
export type ImportState = z.infer<typeof ImportState>

export const importTasks = ['check', 'import'] as const
export const ImportTask = z.enum(importTasks)
export type ImportTask = z.infer<typeof ImportTask>

/**
 * Why a task failed, or why a file that nobody has checked yet cannot be read. `not_readable`:
 * neither CSV nor a workbook. `encrypted`: the workbook has a password. `too_large`: it unpacks to
 * more than is read, or has more rows or names. `too_many_columns`: values stand behind the last
 * column that is read. `dangerous`: it holds what workbooks never hold, such as entities. `access`:
 * one of its devices is no longer open to its owner. `deleted`: readings of one of its sensors were
 * deleted for good, and the file with them.
 */
export const importFailures = [
  ...(['not_readable', 'encrypted', 'too_large', 'too_many_columns'] as const),
  ...(['dangerous', 'empty'] as const),
  ...(['access', 'deleted', 'store', 'disk', 'interrupted', 'defect'] as const),
] as const
export const ImportFailure = z.enum(importFailures)
export type ImportFailure = z.infer<typeof ImportFailure>

/** An import of the caller. Moments in ms UTC. */
export const ImportJob = z.object({
  id: z.uuid(),
  fileName: z.string(),
  bytes: z.int(),
  received: z.int(),
  state: ImportState,
  task: ImportTask,
  failure: ImportFailure.nullable(),
  /** How much of the file the task has read, 0 to 1. */
  share: z.number(),
  /** Whether the file is still there: only then it can be checked and imported. */
  hasFile: z.boolean(),
  createdAt: z.number(),
  endedAt: z.number().nullable(),
  /** Counts of the last dry run or of the import. */
  counts: Outcome.pick({ readings: true, fresh: true, stored: true, refused: true }).nullable(),
})
export type ImportJob = z.infer<typeof ImportJob>

export const ImportDetail = ImportJob.extend({
  mapping: Mapping.nullable(),
  outcome: Outcome.nullable(),
})
export type ImportDetail = z.infer<typeof ImportDetail>

/** A sensor as a form shows it. */
export const FoundSensor = z.object({ thing: z.string(), sensor: z.string(), label: z.string() })
export type FoundSensor = z.infer<typeof FoundSensor>

const ImportId = z.object({ id: z.uuid() })

export const listImports = defineRoute({
  method: 'GET',
  path: '/api/imports',
  summary: 'The imports of the caller, the newest first',
  gate: importGate,
  reply: wholeListOf(ImportJob),
})

export const createImport = defineRoute({
  method: 'POST',
  path: '/api/imports',
  summary: 'Begins the upload of a CSV file or an Excel workbook of readings; its parts follow',
  isMadeOnce: true,
  gate: importGate,
  body: z.object({
    fileName: z.string().min(1).max(200),
    bytes: z.int().min(1).max(maximumImportBytes),
  }),
  reply: dataOf(ImportJob),
})

export const addImportPart = defineRoute({
  method: 'POST',
  path: '/api/imports/:id/parts',
  summary: 'The next part of the file, in base64',
  gate: importGate,
  params: ImportId,
  body: z.object({
    /** Bytes before it; 409 where others have arrived, and the list says how many. */
    offset: z.int().min(0),
    data: z.base64().max(Math.ceil(partBytes / 3) * 4),
  }),
  reply: dataOf(z.object({ received: z.int() })),
})

export const importDetail = defineRoute({
  method: 'GET',
  path: '/api/imports/:id',
  summary: 'An own import: how its file is read, and what came of it',
  gate: importGate,
  params: ImportId,
  reply: dataOf(ImportDetail),
})

export const inspectImport = defineRoute({
  method: 'POST',
  path: '/api/imports/:id/inspect',
  summary: 'The first rows of the file of an own import, and what its columns seem to be',
  gate: importGate,
  changesNothing: true,
  params: ImportId,
  /** How the text of a CSV file is to be read; what is left out is guessed. */
  body: z.object({
    encoding: z.enum(encodings).optional(),
    separator: z.enum(separators).optional(),
    quote: z.enum(quotes).optional(),
    headRows: z.int().min(0).max(100).optional(),
  }),
  reply: dataOf(
    z.object({
      inspection: Inspection.nullable(),
      failure: ImportFailure.nullable(),
      /** For each table the sensors that its heads name, where that is beyond doubt. */
      found: z.array(z.array(FoundSensor.nullable())),
    }),
  ),
})

export const checkImport = defineRoute({
  method: 'POST',
  path: '/api/imports/:id/check',
  summary: 'Begins a dry run: reads the whole file by this mapping and stores nothing',
  gate: importGate,
  params: ImportId,
  body: z.object({ mapping: Mapping }),
  reply: dataOf(ImportDetail),
})

export const runImport = defineRoute({
  method: 'POST',
  path: '/api/imports/:id/run',
  summary: 'Begins to import what was checked last',
  gate: importGate,
  params: ImportId,
  reply: dataOf(ImportDetail),
})

export const cancelImport = defineRoute({
  method: 'POST',
  path: '/api/imports/:id/cancel',
  summary: 'Stops the task of an own import; readings that it has stored stay',
  gate: importGate,
  params: ImportId,
})

export const removeImport = defineRoute({
  method: 'DELETE',
  path: '/api/imports/:id',
  summary: 'Removes an own import from the list, with its file; readings stay',
  gate: importGate,
  params: ImportId,
})

export const refusedRows = defineRoute({
  method: 'GET',
  path: '/api/imports/:id/refused',
  summary: 'Rows of an own import that were refused, with their reasons, as CSV',
  gate: importGate,
  params: ImportId,
  file: 'text/csv; charset=utf-8',
})
