import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import type { RetainedReadings } from '#kit/server/readings/retained-readings.ts'
import { readMinutes, readPastTrends, type Minutes, type TrendSpan } from './trends-store.ts'

const minuteMs = 60_000
/** More minutes than these, of all sensors, are not put together here: one thread does it. */
const maximumMinutes = 50_000

/**
 * The past of numeric sensors as `readPastTrends` has it. Where span and columns are whole minutes
 * it is read from the minutes of the sensors that have such: the extremes of a column are at the
 * beginning of the minutes in which they came. So is what has expired, in whole minutes alone.
 */
export async function trendsJson(
  telemetry: TelemetryReader,
  sensors: readonly number[],
  span: TrendSpan,
  retained: RetainedReadings,
): Promise<Buffer> {
  const { from, until, columnMs } = span
  const isOfMinutes = [from, until, columnMs].every((time) => time % minuteMs === 0)
  const isShort = ((until - from) / minuteMs) * sensors.length <= maximumMinutes
  const isRolled = (id: number) =>
    isShort &&
    retained.hasMinutes(id) &&
    retained.cutoffsOf(id).minutes <= from &&
    (isOfMinutes || retained.cutoffsOf(id).readings > from)
  const [rolled, others] = [sensors.filter(isRolled), sensors.filter((id) => !isRolled(id))]
  const lists = await Promise.all([
    ...(rolled.length > 0 ? [minuteTrends(telemetry, rolled, span)] : []),
    ...(others.length > 0 ? [readPastTrends(telemetry, others, span)] : []),
  ])
  const [only = Buffer.from('[]')] = lists
  return lists.length > 1 ? joined(lists) : only
}

/** Lists in JSON as one. */
function joined(lists: readonly Buffer[]): Buffer {
  const filled = lists.map((list) => list.toString().slice(1, -1)).filter((text) => text !== '')
  return Buffer.from(`[${filled.join(',')}]`)
}

/** The extremes of a column, and when the minutes began in which they came, s UTC. */
interface Column {
  low: number
  lowAt: number
  high: number
  highAt: number
}

async function minuteTrends(
  telemetry: TelemetryReader,
  sensors: readonly number[],
  span: TrendSpan,
): Promise<Buffer> {
  const whole = {
    from: Math.ceil(span.from / minuteMs) * minuteMs,
    until: Math.floor(span.until / minuteMs) * minuteMs,
    columnMs: span.columnMs,
  }
  const minutes = await readMinutes(telemetry, sensors, whole)
  const columns = new Map<number, Map<number, Column>>()
  for (let row = 0; row < minutes.times.length; row++) addMinute(columns, minutes, row, whole)
  return Buffer.from(JSON.stringify([...columns].map(trendOf)))
}

function addMinute(
  columns: Map<number, Map<number, Column>>,
  minutes: Minutes,
  row: number,
  { until, columnMs }: TrendSpan,
): void {
  const sensor = minutes.sensors[row] ?? 0
  const at = minutes.times[row] ?? 0
  // Of the minute that begins at the end, the reading of that moment alone lies in the span.
  const isEnd = at * 1000 === until
  if (isEnd && (minutes.firstOffsets[row] ?? 0) > 0) return
  const low = (isEnd ? minutes.firstValues : minutes.lows)[row] ?? 0
  const high = (isEnd ? minutes.firstValues : minutes.highs)[row] ?? 0
  const ofSensor = columns.get(sensor) ?? new Map<number, Column>()
  columns.set(sensor, ofSensor)
  const number = Math.floor((at * 1000) / columnMs)
  const column = ofSensor.get(number)
  if (!column) return void ofSensor.set(number, { low, lowAt: at, high, highAt: at })
  if (low < column.low || (low === column.low && at < column.lowAt))
    [column.low, column.lowAt] = [low, at]
  // Where all are equal, these are the first and the last one.
  if (high > column.high || (high === column.high && at > column.highAt))
    [column.high, column.highAt] = [high, at]
}

/** A sensor, its times and values, oldest first. */
function trendOf([sensor, columns]: readonly [number, ReadonlyMap<number, Column>]) {
  const [times, values]: [number[], number[]] = [[], []]
  const add = (at: number, value: number) => {
    times.push(at * 1000)
    values.push(value)
  }
  for (const [, { low, lowAt, high, highAt }] of [...columns].toSorted(byNumber)) {
    if (highAt < lowAt) add(highAt, high)
    add(lowAt, low)
    if (highAt > lowAt || (highAt === lowAt && high !== low)) add(highAt, high)
  }
  return [sensor, times, values] as const
}

const byNumber = ([one]: readonly [number, Column], [other]: readonly [number, Column]) =>
  one - other
