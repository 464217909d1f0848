import { z } from 'zod'
import { LesiId } from '#kit/model/device.ts'
import { fieldError, rule } from '#kit/model/calls/field-errors.ts'
import { maximumKeyLength } from '#kit/model/limits.ts'
import { isZone } from '#kit/model/time/zone-name.ts'

/** Columns of a file that are looked at. */
export const maximumColumns = 2_000
/** Different names of sensors that one file may have. */
export const maximumNames = 2_000

export const encodings = [
  ...(['utf-8', 'utf-16le', 'utf-16be'] as const),
  ...(['windows-1252', 'windows-1251', 'cp866', 'koi8-r', 'windows-1258', 'big5'] as const),
] as const
export const separators = [',', ';', '\t', '|'] as const
export const quotes = ['"', "'"] as const

/**
 * How a time is written. `iso`: year first, as ISO 8601 or with a blank in the place of the T; an
 * offset from UTC counts. `day-first`, `month-first`: the date so, then the clock. Years may have
 * two digits (69 to 99 are 1969 to 1999, 00 to 68 are 2000 to 2068). `epoch-…`: seconds or ms since
 * 1970 UTC. `serial`: days of a spreadsheet, as its date cells have them.
 */
export const timeFormats = [
  ...(['iso', 'day-first', 'month-first', 'epoch-s', 'epoch-ms', 'serial'] as const),
] as const
export const TimeFormat = z.enum(timeFormats)
export type TimeFormat = z.infer<typeof TimeFormat>

/**
 * Which of the two is meant by a time that a clock shows twice when it is put back, where no offset
 * says so. `order`: the first, unless the sensor's row before it is later; in a file whose newest
 * rows come first: the second, unless the row before it is earlier.
 */
export const repeatedHours = ['order', 'first', 'second', 'refuse'] as const
export const RepeatedHour = z.enum(repeatedHours)

const Column = z
  .int()
  .min(0)
  .max(maximumColumns - 1)
const SensorName = z.object({ thing: LesiId, sensor: z.string().min(1).max(maximumKeyLength) })
const Text = z.string().max(400)

/** A column for each sensor. */
const WideShape = z.object({
  kind: z.literal('wide'),
  columns: z
    .array(z.object({ column: Column, ...SensorName.shape }))
    .min(1)
    .max(500),
  /** Names the columns whose values are uncertain in this row, parted by commas. */
  uncertainColumn: Column.nullable().default(null),
})

/** A row for each reading. Without a column of sensors the sheets are called like them. */
const LongShape = z.object({
  kind: z.literal('long'),
  deviceColumn: Column.nullable().default(null),
  sensorColumn: Column.nullable(),
  valueColumn: Column,
  qualityColumn: Column.nullable().default(null),
  /** Sensors for names that cannot be found, or not without doubt. */
  names: z
    .array(z.object({ device: Text, name: Text, ...SensorName.shape }))
    .max(maximumNames)
    .default([]),
})

/** How the rows of a file become readings. */
export const Mapping = z.object({
  /** Of a workbook: a sheet; all with the same head are read. Null: CSV. */
  sheet: Text.nullable(),
  encoding: z.enum(encodings).default('utf-8'),
  separator: z.enum(separators).default(','),
  quote: z.enum(quotes).default('"'),
  /** Rows up to the head, itself included; 0: there is none. */
  headRows: z.int().min(0).max(100).default(1),
  decimal: z.enum(['.', ',']).default('.'),
  time: z.object({
    column: Column,
    /** Where date and clock are separate columns. */
    clockColumn: Column.nullable().default(null),
    offsetColumn: Column.nullable().default(null),
    format: TimeFormat,
  }),
  /** IANA name of the zone of times without an offset. */
  timezone: z
    .string()
    .min(1)
    .max(64)
    .refine(isZone, rule(fieldError('unknown_zone'))),
  repeatedHour: RepeatedHour.default('order'),
  shape: z.discriminatedUnion('kind', [WideShape, LongShape]),
})
export type Mapping = z.infer<typeof Mapping>

/** What the file suggests; null where only a person can say. */
export const Proposal = z.object({
  encoding: z.enum(encodings),
  separator: z.enum(separators),
  quote: z.enum(quotes),
  headRows: z.int(),
  decimal: z.enum(['.', ',']),
  timeColumn: z.int().nullable(),
  clockColumn: z.int().nullable(),
  offsetColumn: z.int().nullable(),
  /** Null: both days and months could come first (03/04), or the year as well (24/12/05). */
  timeFormat: TimeFormat.nullable(),
  /** Whether the times name their offset from UTC: then no zone counts. */
  hasOffsets: z.boolean(),
  /** Whether some years have two digits: 69 to 99 are of the former century. */
  hasShortYears: z.boolean(),
  shape: z.enum(['wide', 'long']),
  deviceColumn: z.int().nullable(),
  sensorColumn: z.int().nullable(),
  valueColumn: z.int().nullable(),
  qualityColumn: z.int().nullable(),
  uncertainColumn: z.int().nullable(),
})
export type Proposal = z.infer<typeof Proposal>

/** A table of a file: its head and its first rows, as texts. */
export const Preview = z.object({
  /** Null: the file is CSV. */
  sheet: z.string().nullable(),
  head: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  proposal: Proposal,
})
export type Preview = z.infer<typeof Preview>

/** What a first look at a file found. */
export const Inspection = z.object({
  format: z.enum(['csv', 'xlsx']),
  tables: z.array(Preview),
})
export type Inspection = z.infer<typeof Inspection>
