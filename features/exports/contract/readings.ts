import { z } from 'zod'
import { fieldError, rule } from '#kit/model/calls/field-errors.ts'
import { Locale } from '#kit/model/locale.ts'
import { Moment } from '#kit/model/time/past-moment.ts'
import { SensorName, ZoneName } from './names.ts'

/** Sensors of one export. */
export const maximumExportSensors = 100
/** Longest period of an export. */
export const maximumExportDays = 3_660

export const exportSteps = ['raw', '1-min', '5-min', '15-min', '1-hour', '1-day'] as const
export const ExportStep = z.enum(exportSteps)
export type ExportStep = z.infer<typeof ExportStep>

/** Which figure of a step is in the column of a sensor; of texts always the last. */
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
