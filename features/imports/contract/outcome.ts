import { z } from 'zod'

/**
 * Why a row or a cell gives no reading. `time_skipped`: the clock of the zone never showed it.
 * `time_twice`: it showed it twice, and such are refused. `too_early`: before 1971, where clocks
 * stand that were never set. `in_future`: more than 5 minutes ahead. `expired`: readings of that
 * time are removed already. `not_finite`: NaN or infinite. `rounded`: a whole number that no double
 * holds, or one so small that it would be zero. `cell_error`: the workbook computed an error there.
 * `formula`: without a stored result. `date`: the cell is a date or a clock. `more_cells`: of CSV,
 * behind the columns of the head, as where numbers have the comma that parts cells.
 */
export const refusals = [
  ...(['unreadable_row', 'no_time', 'unreadable_time', 'time_skipped', 'time_twice'] as const),
  ...(['leap_second', 'too_early', 'in_future', 'expired', 'no_name', 'unknown_name'] as const),
  ...(['not_a_number', 'not_finite', 'rounded', 'unknown_quality', 'text_too_long'] as const),
  ...(['cell_error', 'formula', 'date', 'more_cells'] as const),
] as const
export const Refusal = z.enum(refusals)
export type Refusal = z.infer<typeof Refusal>

/** A row or a cell that gives no reading. */
export const RefusedRow = z.object({
  sheet: z.string().nullable(),
  /** Of the file or the sheet, from 1. */
  line: z.int(),
  /** Head of the column, if it is about one. */
  column: z.string().nullable(),
  reason: Refusal,
  /** What is there, shortened. */
  text: z.string(),
})
export type RefusedRow = z.infer<typeof RefusedRow>

/** What becomes of one sensor. Moments in ms UTC. */
export const SensorOutcome = z.object({
  thing: z.string(),
  sensor: z.string(),
  alias: z.string(),
  device: z.string(),
  /** Readings of the file. */
  readings: z.int(),
  /** Of these the ones that are not stored yet; after the import those that it stored. */
  fresh: z.int(),
  /** Readings that are texts, where the sensor is one of numbers. */
  texts: z.int().default(0),
  first: z.number().nullable(),
  last: z.number().nullable(),
})
export type SensorOutcome = z.infer<typeof SensorOutcome>

/** A name of the file with the sensor that it stands for, if that is beyond doubt. */
export const NamedSensor = z.object({
  device: z.string(),
  name: z.string(),
  found: z.object({ thing: z.string(), sensor: z.string() }).nullable(),
})
export type NamedSensor = z.infer<typeof NamedSensor>

/** What a dry run found, or an import did. */
export const Outcome = z.object({
  /** Rows of the file that were read, the head not counted. */
  rows: z.int(),
  /** Readings that they give. */
  readings: z.int(),
  /** Not stored before: what an import stores. */
  fresh: z.int(),
  /** Stored before already, the very same. */
  stored: z.int(),
  /** The very same again within the file. */
  repeated: z.int(),
  /** Fresh ones at a time at which another value of the sensor is stored. */
  beside: z.int(),
  /** Fresh ones that are so old that soon only sums of minutes and hours are left of them. */
  summed: z.int(),
  /** Taken for one of the two times that the clock showed twice, without an offset. */
  twice: z.int(),
  refused: z.int(),
  reasons: z.partialRecord(Refusal, z.int()),
  /** The first of them. */
  examples: z.array(RefusedRow),
  sensors: z.array(SensorOutcome),
  names: z.array(NamedSensor),
})
export type Outcome = z.infer<typeof Outcome>
