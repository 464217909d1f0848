import { z } from 'zod'
import { LesiId, maximumDescriptionLength } from '#kit/model/device.ts'
import { dataOf } from '#kit/model/calls/envelope.ts'
import { FieldReason } from '#kit/model/calls/errors.ts'
import { fieldError, rule } from '#kit/model/calls/field-errors.ts'
import { scadaGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import {
  defaultIntervalMs,
  defaultSilenceMs,
  maximumIntervalMs,
  minimumIntervalMs,
} from './device-description.ts'
import { oneLine } from '#kit/model/text/one-line.ts'

const second = 1_000
/** Devices that one file may add. */
export const maximumImportedDevices = 10_000
/** Characters of a file. */
export const maximumImportLength = 3_000_000
/** Problems that are named one by one; more are counted. */
export const maximumNamedProblems = 1_000

/** Columns of a file, by the names that its first line must have; only the first is needed. */
export const importColumns = [
  'lesi_id',
  'name',
  'product',
  'site',
  'zone',
  'interval_s',
  'silence_s',
] as const

const description = oneLine(maximumDescriptionLength).default('')
const seconds = (minimumMs: number, absentMs: number) =>
  z
    .number()
    .min(minimumMs / second)
    .max(maximumIntervalMs / second)
    .default(absentMs / second)

/** A line of a file, its numbers read. */
export const ImportedLine = z
  .object({
    lesi_id: LesiId,
    name: description,
    product: description,
    site: description,
    zone: description,
    interval_s: seconds(minimumIntervalMs, defaultIntervalMs),
    silence_s: seconds(second, defaultSilenceMs),
  })
  .refine((line) => line.silence_s >= line.interval_s, {
    path: ['silence_s'],
    ...rule(fieldError('silence_below_interval')),
  })

const Problem = FieldReason.extend({
  /** Of the file, from 1. */
  line: z.int(),
  /** Column; empty: the whole line. */
  field: z.string(),
  /** What is there, cut. */
  value: z.string(),
})
export type ImportProblem = z.infer<typeof Problem>

const Checked = z.object({
  /** Lines with a device. */
  lines: z.int(),
  /** Of these, how many can be added. */
  good: z.int(),
  /** By line; the first of them. */
  problems: z.array(Problem),
  problemCount: z.int(),
})
export type ImportCheck = z.infer<typeof Checked>

const file = { csv: z.string().min(1).max(maximumImportLength) }

export const checkImport = defineRoute({
  method: 'POST',
  path: '/api/devices/import/check',
  summary: 'Reads a CSV file of devices and names what is wrong with each line; stores nothing',
  gate: scadaGate,
  changesNothing: true,
  body: z.object(file),
  reply: dataOf(Checked),
})

export const importDevices = defineRoute({
  method: 'POST',
  path: '/api/devices/import',
  summary:
    'Adds the devices of a CSV file: all of them or none, or the good lines; shows their tokens',
  isMadeOnce: true,
  gate: scadaGate,
  body: z.object({ ...file, lines: z.enum(['all', 'good']) }),
  reply: dataOf(
    Checked.extend({
      /** Shown once: only their hashes are stored. */
      added: z.array(z.object({ lesiId: z.string(), token: z.string() })),
    }),
  ),
})
