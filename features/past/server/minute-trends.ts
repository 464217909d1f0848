import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import { NumbersJson } from '#kit/server/clickhouse/native/json.ts'
import type { RetainedReadings } from '#kit/server/readings/retained-readings.ts'
import { readMinutes, readPastTrends, type Minutes, type TrendSpan } from './trends-store.ts'

const minuteMs = 60_000
/** More minutes than these, of all sensors, are not put together here: one thread does it. */
const maximumMinutes = 50_000
/** Of a time and a value, and their commas, as a rule. */
const bytesOfPoint = 32

/**
 * The past of numeric sensors as `readPastTrends` has it. Where span and columns are whole minutes
 * it is read from the minutes of the sensors that have such: the extremes of a column are at the
 * beginning of the minutes in which they came. So is what has expired, in whole minutes alone.
 * In pieces to be put together.
 */
export async function trendsJson(
  telemetry: TelemetryReader,
  sensors: readonly number[],
  span: TrendSpan,
  retained: RetainedReadings,
): Promise<readonly Buffer[]> {
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
    ...(others.length > 0 ? [readPastTrends(telemetry, others, span).then((list) => [list])] : []),
  ])
  const [only = [Buffer.from('[]')]] = lists
  return lists.length > 1 ? [joined(lists)] : only
}

/** Lists in JSON, each in pieces, as one. */
function joined(lists: readonly (readonly Buffer[])[]): Buffer {
  const inside = lists.map((list) => Buffer.concat(list).toString().slice(1, -1))
  return Buffer.from(`[${inside.filter((text) => text !== '').join(',')}]`)
}

/** The extremes of each column of each sensor, those of a sensor behind each other. */
class Columns {
  readonly #count: number
  readonly #lows: Float64Array
  /** When the minutes began in which they came, s UTC; NaN where no minute is in the column. */
  readonly #lowsAt: Float64Array
  readonly #highs: Float64Array
  readonly #highsAt: Float64Array

  /** `count`: columns of a sensor. */
  constructor(sensors: number, count: number) {
    const none = () => new Float64Array(sensors * count).fill(Number.NaN)
    this.#count = count
    this.#lows = none()
    this.#lowsAt = none()
    this.#highs = none()
    this.#highsAt = none()
  }

  /** Adds what a minute had that began `at`. */
  add(sensor: number, column: number, at: number, low: number, high: number): void {
    const place = sensor * this.#count + column
    const [lowest = low, lowestAt = at] = [this.#lows[place], this.#lowsAt[place]]
    // Nothing is less than NaN, nor greater.
    if (!(low > lowest || (low === lowest && at >= lowestAt))) {
      this.#lows[place] = low
      this.#lowsAt[place] = at
    }
    const [highest = high, highestAt = at] = [this.#highs[place], this.#highsAt[place]]
    // Where all are equal, these are the first and the last one.
    if (!(high < highest || (high === highest && at <= highestAt))) {
      this.#highs[place] = high
      this.#highsAt[place] = at
    }
  }

  /** Writes the points of a sensor, oldest first; returns how many. */
  writePoints(sensor: number, times: Float64Array, values: Float64Array): number {
    let points = 0
    const add = (at: number, value: number) => {
      times[points] = at * 1000
      values[points++] = value
    }
    const first = sensor * this.#count
    for (let place = first; place < first + this.#count; place++) {
      const [low = 0, lowAt = 0] = [this.#lows[place], this.#lowsAt[place]]
      const [high = 0, highAt = 0] = [this.#highs[place], this.#highsAt[place]]
      if (Number.isNaN(lowAt)) continue
      if (highAt < lowAt) add(highAt, high)
      add(lowAt, low)
      if (highAt > lowAt || (highAt === lowAt && high !== low)) add(highAt, high)
    }
    return points
  }
}

async function minuteTrends(
  telemetry: TelemetryReader,
  sensors: readonly number[],
  span: TrendSpan,
): Promise<Buffer[]> {
  const whole = {
    from: Math.ceil(span.from / minuteMs) * minuteMs,
    until: Math.floor(span.until / minuteMs) * minuteMs,
    columnMs: span.columnMs,
  }
  const minutes = await readMinutes(telemetry, sensors, whole)
  const numberOf = (ms: number) => Math.floor(ms / span.columnMs)
  const count = Math.max(0, numberOf(whole.until) - numberOf(whole.from) + 1)
  const places = placesOf(minutes)
  const columns = new Columns(places.size, count)
  addMinutes(columns, places, minutes, whole)
  const [times, values] = [new Float64Array(2 * count), new Float64Array(2 * count)]
  const json = new NumbersJson(minutes.times.length * 2 * bytesOfPoint + 1_024)
  json.addText('[')
  let isFirst = true
  for (const [sensor, place] of places) {
    const points = columns.writePoints(place, times, values)
    if (points === 0) continue
    json.addText(`${isFirst ? '' : ','}[${sensor},`)
    json.addArray(times.subarray(0, points), true)
    json.addText(',')
    json.addArray(values.subarray(0, points), false)
    json.addText(']')
    isFirst = false
  }
  json.addText(']')
  return json.end()
}

/** Of the sensors that have minutes: those without take no memory. */
function placesOf({ sensors }: Minutes): ReadonlyMap<number, number> {
  const places = new Map<number, number>()
  for (const sensor of sensors) if (!places.has(sensor)) places.set(sensor, places.size)
  return places
}

function addMinutes(
  columns: Columns,
  places: ReadonlyMap<number, number>,
  minutes: Minutes,
  { from, until, columnMs }: TrendSpan,
): void {
  const firstColumn = Math.floor(from / columnMs)
  for (let row = 0; row < minutes.times.length; row++) {
    const place = places.get(minutes.sensors[row] ?? 0)
    const at = minutes.times[row] ?? 0
    // Of the minute that begins at the end, the reading of that moment alone lies in the span.
    const isEnd = at * 1000 === until
    if (place === undefined || (isEnd && (minutes.firstOffsets[row] ?? 0) > 0)) continue
    const low = (isEnd ? minutes.firstValues : minutes.lows)[row] ?? 0
    const high = (isEnd ? minutes.firstValues : minutes.highs)[row] ?? 0
    columns.add(place, Math.floor((at * 1000) / columnMs) - firstColumn, at, low, high)
  }
}
