import { z } from 'zod'
import { QualityCode } from '#kit/model/quality.ts'

export const numbers = z.array(z.number())

/**
 * Readings one by one, oldest first; null where the sensor had no value (quality bad); quality as
 * its code. Numeric sensors only.
 */
export const RawSeries = z.object({
  kind: z.literal('raw'),
  time: numbers,
  value: z.array(z.number().nullable()),
  quality: z.array(QualityCode),
})

/**
 * Where readings are bad or uncertain: one entry per pixel column and quality, in the order of the
 * columns; the times of the first and the last such reading there, and how many there are.
 */
const FlaggedReadings = z.object({
  quality: z.array(QualityCode),
  firstTime: numbers,
  lastTime: numbers,
  count: numbers,
})

/**
 * M4: one entry per pixel column that holds readings: its first, minimum, maximum and last value,
 * the times of its first and last reading, and how many there are. A line drawn through them equals
 * the line through all readings at that width (Jugel et al., "M4: A Visualization-Oriented Time
 * Series Data Aggregation", VLDB 2014). Bad readings are left out of these; `flagged` says where
 * they are.
 */
export const ColumnSeries = z.object({
  kind: z.literal('columns'),
  /**
   * How long a column is, ms: a reading is in column `floor((time - from) / columnMs)`; where that
   * is ten minutes or more, its minute is. Longer where nothing finer is left of the readings.
   */
  columnMs: z.number(),
  firstTime: numbers,
  lastTime: numbers,
  first: numbers,
  minimum: numbers,
  maximum: numbers,
  last: numbers,
  count: numbers,
  flagged: FlaggedReadings,
})

/**
 * How the readings of a span of time were: as the last one before it (null: there is none, or older
 * changes are not listed), and when that changed, oldest first, ms UTC. Without a value: bad.
 */
export const QualityChanges = z.object({
  before: QualityCode.nullable(),
  time: numbers,
  quality: z.array(QualityCode),
})
export type QualityChanges = z.infer<typeof QualityChanges>

/**
 * Changes of a text sensor, newest first. `previous`, `current` null: it had no value. `truncated`:
 * older changes of the value or of the quality are not listed.
 */
export const ChangeSeries = z.object({
  kind: z.literal('changes'),
  rows: z.array(
    z.object({
      time: z.number(),
      previous: z.string().nullable(),
      current: z.string().nullable(),
      quality: QualityCode,
    }),
  ),
  truncated: z.boolean(),
  /** Since when texts are kept, ms UTC, where the range begins before that; else null. */
  keptSince: z.number().nullable(),
})

export const Series = z.discriminatedUnion('kind', [RawSeries, ColumnSeries, ChangeSeries])

export type Series = z.infer<typeof Series>
export type RawSeries = z.infer<typeof RawSeries>
export type ColumnSeries = z.infer<typeof ColumnSeries>
export type ChangeSeries = z.infer<typeof ChangeSeries>
