import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import {
  noneFlagged,
  readColumns,
  readColumnsFromParts,
  readFlagged,
  readFlaggedFromParts,
  readRaw,
  type AboutCounts,
  type SensorRange,
} from './history-store.ts'
import type { ReportRequest } from './report.ts'
import { bucketMs, partsOf, wideParts, type StoredPart } from './stored-parts.ts'

/**
 * Columns at least this wide come from the rollup of a minute, where there is one; narrower ones
 * could not be whole minutes without losing detail.
 */
const rollupColumnMs = 10 * 60_000
const minuteMs = 60_000
/** Maximum number of single readings in a reply; a longer series is sent as columns. */
export const maximumRaw = 500_000
/** Counts where how many readings there are decides nothing. */
export const noCounts: AboutCounts = { number: 0, flagged: 0 }

/** The readings of a numeric sensor as JSON, one by one or in columns. */
export async function seriesJson(
  telemetry: TelemetryReader,
  range: SensorRange,
  { width, mode, kept }: Pick<ReportRequest, 'width' | 'mode' | 'kept'>,
  about: AboutCounts,
): Promise<Buffer[]> {
  const parts = wideParts(range, kept)
  const least = leastColumnMs(partsOf(range, kept))
  if (least === 1 && (mode === 'raw' || (mode === 'auto' && about.number <= width * 2)))
    return objectOf({ kind: 'raw', ...(await readRaw(telemetry, range, maximumRaw)) })
  const exact = Math.max(1, Math.ceil((range.to - range.from) / width))
  const isWide = least > 1 || exact >= rollupColumnMs
  const whole = Math.max(least, minuteMs)
  const columnMs = isWide ? Math.ceil(exact / whole) * whole : exact
  const [columns, flagged] = await Promise.all([
    isWide
      ? readColumnsFromParts(telemetry, range, parts, columnMs)
      : readColumns(telemetry, range, columnMs),
    about.flagged === 0 && least === 1
      ? noneFlagged
      : isWide
        ? readFlaggedFromParts(telemetry, range, parts, columnMs)
        : readFlagged(telemetry, range, columnMs),
  ])
  return objectOf({ kind: 'columns', columnMs, ...columns, flagged: objectOf({ ...flagged }) })
}

/** No column is shorter than what is left of its readings, ms. */
const leastColumnMs = (parts: readonly StoredPart[]) =>
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
