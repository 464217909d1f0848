import { limitBeyond, hasLimits, staleAfterIntervals, type Sensor } from '#kit/model/sensor.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import type { RetainedReadings } from '#kit/server/readings/retained-readings.ts'
import type { TimeWeighted } from '../contract/analysis.ts'
import type { SensorReport } from '../contract/sensor-report.ts'
import type { Statistics } from '../contract/statistics.ts'
import type { SensorRange } from './history-store.ts'
import { rowsAroundStart } from './held-store.ts'
import { readTimeOutside, readTimeWeighted } from './outside-store.ts'
import { estimateGained, readRolledStatistics } from './rolled-store.ts'
import { readStatisticsByValue } from './days/counted-statistics-store.ts'
import type { AboutCounts } from './days/counts-store.ts'
import { readStatistics, type StatisticsRow } from './statistics-store.ts'
import { partsOf, rolledUntil, type StoredPart } from './stored-parts.ts'
import { readTotals } from './totals-store.ts'

/** From so many readings on, counting values is faster than sorting readings. */
const longRange = 20_000
/** What reads more rows than these takes long; questions of others go first. */
const lengthyRows = 500_000

/** Whether statistics of so many readings take long; those of counted days are not read. */
export function isExpensive({ number, values, days }: AboutCounts): boolean {
  const ofDays = days.reduce((sum, { usable, bad }) => sum + usable + bad, 0)
  return number - ofDays + values > lengthyRows
}

/** Of whom and when figures are asked for. */
export interface FiguresRequest {
  readonly sensor: Sensor
  readonly from: number
  readonly to: number
  /** The server's time, ms UTC: no value is known beyond it. */
  readonly now: number
  /** What is stored of which readings. */
  readonly retained: RetainedReadings
}

/** Statistics, and the extremes of those readings that are left as rollups alone. */
export interface Counted {
  readonly statistics: Statistics
  readonly extremes: readonly (number | null)[]
}

export const withoutExtremes = (statistics: Statistics): Counted => ({ statistics, extremes: [] })

/**
 * Statistics of a sensor with numbers: from the readings where all are kept, else from what is
 * left.
 */
export async function numericStatistics(
  telemetry: TelemetryReader,
  { sensor, from, to, retained }: FiguresRequest,
  about: AboutCounts,
): Promise<Counted> {
  const range: SensorRange = { sensorId: sensor.id, from, to }
  const parts = partsOf(range, retained)
  const until = rolledUntil(parts)
  if (until !== null)
    return rolledStatistics(telemetry, sensor, parts, { until, isTotal: isTotal(sensor) })
  const figures = isTotal(sensor)
    ? await readTotals(telemetry, range, sensor)
    : await statisticsOf(telemetry, range, about)
  return withoutExtremes({ ...figures, source: 'raw' })
}

export async function statisticsOf(
  telemetry: TelemetryReader,
  range: SensorRange,
  { number, days }: AboutCounts,
): Promise<StatisticsRow> {
  // Readings that are insisted on are not counted before.
  const isLong = number === 0 || number > longRange
  const ofDays =
    isLong && days.length > 0 ? await readStatisticsByValue(telemetry, range, days) : null
  const counted = ofDays ?? (isLong ? await readStatisticsByValue(telemetry, range) : null)
  return counted ?? (await readStatistics(telemetry, range))
}

async function rolledStatistics(
  telemetry: TelemetryReader,
  sensor: Sensor,
  parts: readonly StoredPart[],
  { until, isTotal }: { readonly until: number; readonly isTotal: boolean },
): Promise<Counted> {
  const [{ leftOut, rolled, ...figures }, accumulated] = await Promise.all([
    readRolledStatistics(telemetry, sensor.id, parts),
    isTotal ? estimateGained(telemetry, parts, sensor) : null,
  ])
  const statistics: Statistics = {
    ...figures,
    ...(isTotal ? { average: null, accumulated } : {}),
    source: parts.some(({ source }) => source === 'readings') ? 'mixed' : 'rollup',
    rolled: { until, leftOut, estimated: isTotal ? ['accumulated'] : [] },
  }
  return { statistics, extremes: [rolled.minimum, rolled.maximum] }
}

/**
 * How long a sensor that has limits was beyond them; null for others, and where readings beyond
 * them have expired.
 */
export async function timeOutside(
  telemetry: TelemetryReader,
  { sensor, from: begin, to, now }: FiguresRequest,
  { statistics: { minimum, maximum, rolled }, extremes }: Counted,
): Promise<SensorReport['outside']> {
  if (!hasLimits(sensor)) return null
  // For how long a value was beyond them only readings say; that none was, rollups say too.
  if (extremes.some((value) => limitBeyond(sensor, value) !== null)) return null
  if (rolled && rolled.leftOut > 0) return null
  const from = rolled ? Math.min(to, rolled.until) : begin
  const { id: sensorId, lowerAlarm: lower, upperAlarm: upper, intervalMs } = sensor
  const heldMs = staleAfterIntervals * intervalMs
  const isBeyond = [minimum, maximum].some((value) => limitBeyond(sensor, value) !== null)
  // Where the range itself has nothing beyond, only the reading before it can count.
  const rows = isBeyond ? Number.MAX_SAFE_INTEGER : rowsAroundStart
  const end = Math.min(to, now)
  if (end <= from) return { aboveMs: 0, belowMs: 0, heldMs }
  const times = { sensorId, from, to: end, lower, upper, heldMs, rows }
  return { ...(await readTimeOutside(telemetry, times)), heldMs }
}

/** Whether its numbers are running totals. */
export const isTotal = ({ type }: Sensor) => type === 'counter' || type === 'timer'

/** Types of which numbers hold between readings. */
const isHeld = ({ type }: Sensor) => type === 'analog' || type === 'counter' || type === 'timer'

/**
 * How long the readings of a sensor counted in a range, and their average in that time; null where
 * readings have expired, and for sensors of states and texts.
 */
export async function timeWeighted(
  telemetry: TelemetryReader,
  { sensor, from, to, now, retained }: FiguresRequest,
): Promise<TimeWeighted | null> {
  const range: SensorRange = { sensorId: sensor.id, from, to }
  if (!isHeld(sensor) || rolledUntil(partsOf(range, retained)) !== null) return null
  const heldMs = staleAfterIntervals * sensor.intervalMs
  const elapsedMs = Math.max(0, Math.min(to, now) - from)
  if (elapsedMs === 0) return { average: null, usableMs: 0, elapsedMs, availability: null, heldMs }
  const held = { ...range, to: from + elapsedMs, heldMs, rows: Number.MAX_SAFE_INTEGER }
  const { average, usableMs } = await readTimeWeighted(telemetry, held)
  const availability = usableMs / elapsedMs
  return { average: isTotal(sensor) ? null : average, usableMs, elapsedMs, availability, heldMs }
}
