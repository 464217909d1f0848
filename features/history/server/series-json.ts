import { refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { longPixelMs, type DrawnRange } from '#kit/model/numbers/pixel-column.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import {
  noneFlagged,
  readColumns,
  readColumnsFromParts,
  readFlagged,
  readFlaggedFromParts,
  type ColumnArrays,
  type ColumnName,
  type SensorRange,
} from './history-store.ts'
import type { AboutCounts } from './days/counts-store.ts'
import type { FewReadings } from './few/few-readings.ts'
import { columnArrays, flaggedArrays, rawArrays } from './few/reading-columns.ts'
import type { ReportRequest } from './reports/report.ts'
import { readRaw, type RawReadings } from './raw-store.ts'
import { bucketMs, partsOf, wholeMinuteParts, type StoredPart } from './stored-parts.ts'

/** Maximum number of single readings in a reply; a longer series is sent as columns. */
export const maximumRaw = 500_000
/** So many minutes are read while it is not known yet how many readings there are. */
const maximumAheadMinutes = 200_000

/** A reading, one by one, as JSON takes about so many bytes. */
const readingBytes = 32

type SeriesRequest = Pick<ReportRequest, 'width' | 'mode' | 'retained'>

export interface CountedReadings {
  readonly counts: AboutCounts
  /** The columns, if `columnsAhead` reads them already. */
  readonly ahead: Promise<ColumnArrays<ColumnName>> | null
  /** All of them, where they are few. */
  readonly few: FewReadings | null
}

/**
 * Columns of a sensor that sends often are what a long range is drawn with, nearly always: they are
 * read while its readings are counted. Null where that is not so clear, or takes long.
 */
export function columnsAhead(
  telemetry: TelemetryReader,
  range: SensorRange,
  { width, mode, retained }: SeriesRequest,
): Promise<ColumnArrays<ColumnName>> | null {
  const isWide = (range.to - range.from) / width >= longPixelMs
  const minutes = (range.to - range.from) / 60_000
  if (!isWide || mode === 'raw' || !retained.hasMinutes(range.sensorId)) return null
  if (minutes > maximumAheadMinutes) return null
  const columns = readColumnsFromParts(telemetry, range, wholeMinuteParts(range, retained), width)
  // Whoever needs them gets the failure.
  columns.catch(() => undefined)
  return columns
}

/** The readings of a numeric sensor as JSON, one by one or in columns. */
export async function seriesJson(
  telemetry: TelemetryReader,
  range: SensorRange,
  { width, mode, retained, hold }: SeriesRequest & Pick<ReportRequest, 'hold'>,
  { counts: about, ahead, few }: CountedReadings,
): Promise<Buffer[]> {
  const isRaw = mode === 'raw' || (mode === 'auto' && about.number <= width * 2)
  if (few) return fewJson(few, { ...range, width }, isRaw)
  const parts = wholeMinuteParts(range, retained)
  const minimumMs = minimumBucketMs(partsOf(range, retained))
  if (minimumMs === 1 && isRaw)
    return rawJson((await readRaw(telemetry, range, maximumRaw, heldReadings(hold))).arrays)
  const pixelMs = (range.to - range.from) / width
  const isWide = minimumMs > 1 || pixelMs >= longPixelMs
  const [columns, flagged] = await Promise.all([
    ahead ??
      (isWide
        ? readColumnsFromParts(telemetry, range, parts, width)
        : readColumns(telemetry, range, width)),
    about.flagged === 0 && minimumMs === 1
      ? noneFlagged
      : isWide
        ? readFlaggedFromParts(telemetry, range, parts, width)
        : readFlagged(telemetry, range, width),
  ])
  const columnMs = Math.max(minimumMs, pixelMs)
  return objectOf({ kind: 'columns', columnMs, ...columns, flagged: objectOf({ ...flagged }) })
}

/** From readings that are there already. */
function fewJson({ columns, counts }: FewReadings, drawn: DrawnRange, isRaw: boolean): Buffer[] {
  if (isRaw) return rawJson(rawArrays(columns))
  const flagged = counts.flagged === 0 ? noneFlagged : flaggedArrays(columns, drawn)
  return objectOf({
    ...{ kind: 'columns', columnMs: Math.max(1, (drawn.to - drawn.from) / drawn.width) },
    ...columnArrays(columns, drawn),
    flagged: objectOf({ ...flagged }),
  })
}

/** Throws `invalid` where readings are insisted on that are too many. */
export function refuseTooMany(readings: number): void {
  if (readings > maximumRaw)
    throw refusedField('mode', fieldError('too_many_readings', { maximum: maximumRaw }))
}

/** Counts readings one by one, which may be too many, before their text is made. */
export const heldReadings = (hold: ReportRequest['hold']) => (readings: number) => {
  refuseTooMany(readings)
  hold(readings * readingBytes)
}

/** Readings one by one as JSON. */
export function rawJson({ time, value, quality }: RawReadings['arrays']): Buffer[] {
  return objectOf({ kind: 'raw', time, value, quality })
}

/** What is left of the readings says no more than this, ms. */
const minimumBucketMs = (parts: readonly StoredPart[]) =>
  Math.max(1, ...parts.map(({ source }) => bucketMs[source]))

/** An object as JSON in pieces; what is in bytes is JSON already, and is not copied. */
function objectOf(
  members: Readonly<Record<string, string | number | Buffer | readonly Buffer[]>>,
): Buffer[] {
  const pieces = Object.entries(members).flatMap(([name, value], index) => [
    Buffer.from(`${index === 0 ? '{' : ','}"${name}":`),
    ...jsonOf(value),
  ])
  return [...pieces, Buffer.from('}')]
}

function jsonOf(value: string | number | Buffer | readonly Buffer[]): readonly Buffer[] {
  if (typeof value === 'string' || typeof value === 'number')
    return [Buffer.from(JSON.stringify(value))]
  return Buffer.isBuffer(value) ? [value] : value
}
