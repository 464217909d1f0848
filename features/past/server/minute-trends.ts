import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import { numberArrayJson } from '#kit/server/clickhouse/native/json.ts'
import type { RetainedReadings } from '#kit/server/readings/retained-readings.ts'
import { readMinutes, readPastTrends, type Minutes, type TrendSpan } from './trends-store.ts'

const minuteMs = 60_000
/** More minutes than these, of all sensors, are not put together here: one thread does it. */
const maximumMinutes = 50_000
const [comma, end] = [Buffer.from(','), Buffer.from(']')]

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

/**
 * The columns of a sensor: their extremes, and when the minutes began in which they came, s UTC;
 * NaN where no minute is in them.
 */
interface Columns {
  readonly lows: Float64Array
  readonly lowsAt: Float64Array
  readonly highs: Float64Array
  readonly highsAt: Float64Array
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
  const columns = new Map<number, Columns>()
  for (let row = 0; row < minutes.times.length; row++) addMinute(columns, minutes, row, whole)
  const trends = [...columns].flatMap(([sensor, ofSensor], index) => [
    Buffer.from(`${index === 0 ? '' : ','}[${sensor}`),
    ...trendJson(ofSensor),
  ])
  return Buffer.concat([Buffer.from('['), ...trends, Buffer.from(']')])
}

function addMinute(
  columns: Map<number, Columns>,
  minutes: Minutes,
  row: number,
  { from, until, columnMs }: TrendSpan,
): void {
  const sensor = minutes.sensors[row] ?? 0
  const at = minutes.times[row] ?? 0
  // Of the minute that begins at the end, the reading of that moment alone lies in the span.
  const isEnd = at * 1000 === until
  if (isEnd && (minutes.firstOffsets[row] ?? 0) > 0) return
  const low = (isEnd ? minutes.firstValues : minutes.lows)[row] ?? 0
  const high = (isEnd ? minutes.firstValues : minutes.highs)[row] ?? 0
  const numberOf = (ms: number) => Math.floor(ms / columnMs)
  const ofSensor = columns.get(sensor) ?? noColumns(numberOf(until) - numberOf(from) + 1)
  columns.set(sensor, ofSensor)
  addExtremes(ofSensor, numberOf(at * 1000) - numberOf(from), { low, high, at })
}

function noColumns(count: number): Columns {
  const none = () => new Float64Array(count).fill(Number.NaN)
  return { lows: none(), lowsAt: none(), highs: none(), highsAt: none() }
}

function addExtremes(
  { lows, lowsAt, highs, highsAt }: Columns,
  column: number,
  { low, high, at }: { readonly low: number; readonly high: number; readonly at: number },
): void {
  const [lowest = low, lowestAt = at] = [lows[column], lowsAt[column]]
  // Nothing is less than NaN, nor greater.
  if (!(low > lowest || (low === lowest && at >= lowestAt)))
    [lows[column], lowsAt[column]] = [low, at]
  const [highest = high, highestAt = at] = [highs[column], highsAt[column]]
  // Where all are equal, these are the first and the last one.
  if (!(high < highest || (high === highest && at <= highestAt)))
    [highs[column], highsAt[column]] = [high, at]
}

/** What is behind a sensor's id: its times and values, oldest first, and the end of the list. */
function trendJson({ lows, lowsAt, highs, highsAt }: Columns): Buffer[] {
  const times = new Float64Array(2 * lows.length)
  const values = new Float64Array(2 * lows.length)
  let count = 0
  const add = (at: number, value: number) => {
    times[count] = at * 1000
    values[count++] = value
  }
  for (const [column, low] of lows.entries()) {
    const [lowAt = 0, high = 0, highAt = 0] = [lowsAt[column], highs[column], highsAt[column]]
    if (Number.isNaN(lowAt)) continue
    if (highAt < lowAt) add(highAt, high)
    add(lowAt, low)
    if (highAt > lowAt || (highAt === lowAt && high !== low)) add(highAt, high)
  }
  return [
    comma,
    ...numberArrayJson(times.subarray(0, count), true),
    comma,
    ...numberArrayJson(values.subarray(0, count), false),
    end,
  ]
}
