import { z } from 'zod'
import { fieldError, rule } from '#kit/model/calls/field-errors.ts'
import { ReadingsExport } from './readings.ts'
import { oneLine } from '#kit/model/text/one-line.ts'

/** Finished files that one archive takes. */
export const maximumArchivedFiles = 20
const maximumTitle = 60

/** One ZIP of finished files of the caller, and of files that are made for it. */
export const ArchiveRequest = z
  .object({
    kind: z.literal('archive'),
    /** How its file is called, without the end of the name. */
    title: oneLine(maximumTitle).min(1),
    /** Finished exports of the caller. */
    exports: z.array(z.uuid()).max(maximumArchivedFiles).default([]),
    /** Of each of these sensors a file is made for it. */
    readings: ReadingsExport.optional(),
  })
  .refine(({ exports, readings }) => exports.length > 0 || readings !== undefined, {
    path: ['exports'],
    ...rule(fieldError('required')),
  })
  .refine(({ exports }) => new Set(exports).size === exports.length, {
    path: ['exports'],
    ...rule(fieldError('repeated')),
  })
export type ArchiveRequest = z.infer<typeof ArchiveRequest>
