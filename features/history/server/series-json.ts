import { longPixelMs } from '#kit/model/pixel-column.ts'
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
  const least = leastBucketMs(partsOf(range, kept))
  if (least === 1 && (mode === 'raw' || (mode === 'auto' && about.number <= width * 2)))
    return objectOf({ kind: 'raw', ...(await readRaw(telemetry, range, maximumRaw)) })
  const pixelMs = (range.to - range.from) / width
  const isWide = least > 1 || pixelMs >= longPixelMs
  const [columns, flagged] = await Promise.all([
    isWide
      ? readColumnsFromParts(telemetry, range, parts, width)
      : readColumns(telemetry, range, width),
    about.flagged === 0 && least === 1
      ? noneFlagged
      : isWide
        ? readFlaggedFromParts(telemetry, range, parts, width)
        : readFlagged(telemetry, range, width),
  ])
  const columnMs = Math.max(least, pixelMs)
  return objectOf({ kind: 'columns', columnMs, ...columns, flagged: objectOf({ ...flagged }) })
}

/** What is left of the readings says no more than this, ms. */
const leastBucketMs = (parts: readonly StoredPart[]) =>
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
