import type { Sensor } from '#kit/model/sensor.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import {
  readNumbersAt,
  readRolledNumbers,
  readTextsAt,
  type NumberAt,
  type StoredReading,
} from './moment-store.ts'

const hour = 3_600_000
const day = 24 * hour
/** Most sensors have been read within this time. */
const nearMs = 5 * 60_000
/** Texts have no rollup: older ones are looked for in wider and wider spans. */
const textSpans = [2 * day, 62 * day, Infinity]

export type ReadingAt = StoredReading & Partial<Pick<NumberAt, 'previous' | 'changedAt'>>

/**
 * The newest stored reading of each of these sensors at or before `at` (ms UTC), by id, however
 * long ago it was. What most sensors have is near; only the others are looked for farther back.
 */
export async function readingsAt(
  reader: TelemetryReader,
  sensors: readonly Sensor[],
  at: number,
): Promise<ReadonlyMap<number, ReadingAt>> {
  const nearFrom = Math.max(0, at - nearMs)
  const near = await readSpan(reader, sensors, { from: nearFrom, until: at })
  const silent = sensors.filter(({ id }) => !near.has(id))
  if (silent.length === 0 || nearFrom === 0) return near
  // From here on hours are whole: the rollup has what lies before.
  const start = Math.max(0, Math.floor(nearFrom / hour) * hour - hour)
  const hours = await readSpan(reader, silent, { from: start, until: nearFrom - 1 })
  const far = silent.filter(({ id }) => !hours.has(id))
  return new Map([...near, ...hours, ...(await readFar(reader, far, { start, at }))])
}

async function readSpan(
  reader: TelemetryReader,
  sensors: readonly Sensor[],
  span: { readonly from: number; readonly until: number },
): Promise<ReadonlyMap<number, ReadingAt>> {
  const ids = sensors.map(({ id }) => id)
  const [numbers, texts] = await Promise.all([
    readNumbersAt(reader, ids, span),
    readTextsAt(reader, ids, span),
  ])
  return newestOfEach(sensors, numbers, texts)
}

/**
 * What was read before `start`, a whole hour, ms UTC; and of what has expired since, what the
 * rollups have left until `at`.
 */
async function readFar(
  reader: TelemetryReader,
  sensors: readonly Sensor[],
  { start, at }: { readonly start: number; readonly at: number },
): Promise<ReadonlyMap<number, ReadingAt>> {
  if (sensors.length === 0 || start === 0) return new Map()
  const ids = sensors.map(({ id }) => id)
  const numbers = await readRolledNumbers(reader, ids, { hour: start, at })
  const newestNumber = new Map(numbers.map(({ sensorId, time }) => [sensorId, time]))
  const texts: StoredReading[] = []
  let rest = ids
  let until = start - 1
  for (const span of textSpans) {
    const from = Math.max(0, start - span)
    const found = await readTextsAt(reader, rest, { from, until })
    texts.push(...found)
    const isFound = new Set(found.map(({ sensorId }) => sensorId))
    // A number that is newer than what is still looked for is the last word.
    rest = rest.filter((id) => !isFound.has(id) && (newestNumber.get(id) ?? -1) < from)
    until = from - 1
    if (rest.length === 0 || until < 0) break
  }
  return newestOfEach(sensors, numbers, texts)
}

/** The newer one of each sensor's number and text; of one time, what its type is. */
function newestOfEach(
  sensors: readonly Sensor[],
  numbers: readonly ReadingAt[],
  texts: readonly ReadingAt[],
): ReadonlyMap<number, ReadingAt> {
  const numberOf = new Map(numbers.map((reading) => [reading.sensorId, reading]))
  const textOf = new Map(texts.map((reading) => [reading.sensorId, reading]))
  return new Map(
    sensors.flatMap(({ id, type }) => {
      const number = numberOf.get(id)
      const text = textOf.get(id)
      const isText =
        text !== undefined &&
        (number === undefined ||
          text.time > number.time ||
          (text.time === number.time && type === 'string'))
      const reading = isText ? text : number
      return reading ? [[id, reading] as const] : []
    }),
  )
}
