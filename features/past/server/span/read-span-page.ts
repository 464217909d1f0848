import type { Sensor } from '#kit/model/sensor.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import type { PastSeries, PastSpan } from '../../contract/routes.ts'
import { noneExpired } from '../expired.ts'
import {
  readSteppedNumbers,
  readSteppedTexts,
  type SteppedReading,
  type SteppedSpan,
} from './span-store.ts'

/** Readings of a page; each is some twenty bytes. */
const maximumNumbers = 60_000
const maximumTexts = 5_000
/** A page is cut after the step in which its texts reach this. */
const maximumTextBytes = 2 ** 20

type Page = Pick<PastSpan, 'from' | 'until' | 'series'>

/**
 * The last reading of each sensor in each step of (from, until], ms UTC. There may be too many: the
 * page then ends with the last step that is complete; backwards it begins with the first one. Of
 * what has expired the first and last readings of minutes and hours are left.
 */
export async function readSpanPage(
  reader: TelemetryReader,
  sensors: readonly Sensor[],
  span: SteppedSpan,
  expired = noneExpired,
): Promise<Page> {
  const ids = sensors.map(({ id }) => id)
  const [numbers, texts] = await Promise.all([
    readSteppedNumbers(reader, ids, span, { expired, limit: maximumNumbers + 1 }),
    readSteppedTexts(reader, ids, span, {
      limit: maximumTexts + 1,
      maximumBytes: maximumTextBytes,
    }),
  ])
  const ends = [
    numbers.length > maximumNumbers ? lastComplete(numbers, span) : null,
    texts.rows.length < texts.total
      ? (texts.rows.at(-1)?.step ?? null)
      : texts.total > maximumTexts
        ? lastComplete(texts.rows, span)
        : null,
  ].filter((end) => end !== null)
  const page = pageOf(span, ends)
  const isWithin = ({ time }: SteppedReading) => time > page.from && time <= page.until
  const series = seriesOf(sensors, numbers.filter(isWithin), texts.rows.filter(isWithin), page.from)
  return { ...page, series }
}

/** The step before the one in which the rows were cut off. */
function lastComplete(rows: readonly SteppedReading[], { backwards }: SteppedSpan): number {
  const cut = rows.at(-1)?.step ?? 0
  return backwards ? cut + 1 : cut - 1
}

/** What is covered when nothing after these steps (backwards: before them) is. */
function pageOf({ from, until, stepMs, backwards }: SteppedSpan, ends: readonly number[]) {
  if (ends.length === 0) return { from, until }
  return backwards
    ? { from: from + Math.max(...ends) * stepMs, until }
    : { from, until: Math.min(until, from + (Math.min(...ends) + 1) * stepMs) }
}

/**
 * By sensor, oldest first. Of a number and a text in one step the newer one counts; of one time,
 * what the sensor's type is.
 */
function seriesOf(
  sensors: readonly Sensor[],
  numbers: readonly SteppedReading[],
  texts: readonly SteppedReading[],
  from: number,
): PastSeries[] {
  const numbersOf = Map.groupBy(numbers, ({ sensorId }) => sensorId)
  const textsOf = Map.groupBy(texts, ({ sensorId }) => sensorId)
  return sensors.flatMap(({ id, type }): PastSeries[] => {
    const own = numbersOf.get(id) ?? []
    const words = textsOf.get(id) ?? []
    const byStep = new Map<number, SteppedReading>()
    // Of one time the later one in this order counts.
    for (const reading of type === 'string' ? [...own, ...words] : [...words, ...own])
      if (reading.time >= (byStep.get(reading.step)?.time ?? -Infinity))
        byStep.set(reading.step, reading)
    const sorted = [...byStep.values()].toSorted((one, other) => one.time - other.time)
    return sorted.length === 0
      ? []
      : [
          [
            id,
            sorted.map(({ time }) => time - from),
            sorted.map(({ value }) => value),
            sorted.map(({ quality }) => quality),
          ],
        ]
  })
}
