import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import {
  noneFlagged,
  readColumns,
  readColumnsFromMinutes,
  readFlagged,
  readFlaggedFromMinutes,
  readRaw,
  type AboutCounts,
  type SensorRange,
} from './history-store.ts'
import type { ReportRequest } from './report.ts'

/**
 * Columns at least this wide come from the rollup of a minute; narrower ones could not be whole
 * minutes without losing detail.
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
  { width, mode }: Pick<ReportRequest, 'width' | 'mode'>,
  about: AboutCounts,
): Promise<Buffer[]> {
  if (mode === 'raw' || (mode === 'auto' && about.number <= width * 2))
    return objectOf({ kind: 'raw', ...(await readRaw(telemetry, range, maximumRaw)) })
  const exact = Math.max(1, Math.ceil((range.to - range.from) / width))
  const fromMinutes = exact >= rollupColumnMs
  const columnMs = fromMinutes ? Math.ceil(exact / minuteMs) * minuteMs : exact
  const read = fromMinutes
    ? { columns: readColumnsFromMinutes, flagged: readFlaggedFromMinutes }
    : { columns: readColumns, flagged: readFlagged }
  const [columns, flagged] = await Promise.all([
    read.columns(telemetry, range, columnMs),
    about.flagged === 0 ? noneFlagged : read.flagged(telemetry, range, columnMs),
  ])
  return objectOf({ kind: 'columns', columnMs, ...columns, flagged: objectOf({ ...flagged }) })
}

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
