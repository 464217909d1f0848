import { qualities } from '#kit/model/quality.ts'
import type { Reading } from '#kit/model/reading.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'

interface Row {
  readonly sensor: number
  readonly at: number
  readonly value: number | string | null
  readonly quality: number
}

/** Sensors that one query asks for, and readings that it answers with. */
const sensorsAtOnce = 2_000
const readingsAtOnce = 50_000
/** The first span that is asked for, ms; the next ones are as long as the answers are short. */
const firstSpanMs = 60_000
const minimumGapMs = 10_000

/** Sensors that are asked for together, from the oldest of their moments on. */
interface Group {
  readonly from: number
  readonly sensors: readonly number[]
}

/**
 * Stored readings of each sensor from its own moment on until `to` (ms UTC; exclusive, inclusive),
 * the oldest first, part by part: however many there are, few are in memory. Of readings that come
 * meanwhile some may be missing.
 */
export async function* storedReadings(
  telemetry: TelemetryReader,
  moments: ReadonlyMap<number, number>,
  to: number,
): AsyncGenerator<readonly Reading[]> {
  const groups = groupsOf(moments, to)
  let from = Math.min(to, ...groups.map((group) => group.from))
  let span = firstSpanMs
  while (from < to) {
    const until = Math.min(to, from + span)
    const readings = await readSpan(telemetry, groups, from, until)
    if (readings === null && span > 1) {
      span = Math.max(1, Math.floor(span / 4))
      continue
    }
    const after = (readings ?? []).filter(
      ({ sensorId, time }) => time > (moments.get(sensorId) ?? Infinity),
    )
    if (after.length > 0) yield after.toSorted(inOrder)
    if ((readings ?? []).length < readingsAtOnce / 4) span *= 2
    from = until
  }
}

/** Of several of one time the first counts: that which counts in history (HI137). */
function inOrder(one: Reading, other: Reading): number {
  if (one.time !== other.time) return one.time - other.time
  if (isUsable(one) !== isUsable(other)) return isUsable(one) ? -1 : 1
  if (one.value !== other.value) return isGreater(one.value, other.value) ? -1 : 1
  return qualities.indexOf(other.quality) - qualities.indexOf(one.quality)
}

const isUsable = ({ value, quality }: Reading) => value !== null && quality !== 'bad'

/** A number stands before the text that it was read from. */
const isGreater = (one: Reading['value'], other: Reading['value']) =>
  typeof one === typeof other ? (one ?? '') > (other ?? '') : typeof one === 'number'

/**
 * Sensors whose moments are about equally long ago: a sensor that has been silent for months makes
 * nobody read the months of the others.
 */
function groupsOf(moments: ReadonlyMap<number, number>, to: number): readonly Group[] {
  const sorted = [...moments].toSorted(([, one], [, other]) => one - other)
  const groups: { from: number; sensors: number[] }[] = []
  for (const [id, moment] of sorted) {
    const from = Math.floor(moment)
    const last = groups.at(-1)
    const gap = last ? Math.max(minimumGapMs, (to - last.from) / 5) : 0
    if (last && last.sensors.length < sensorsAtOnce && from - last.from <= gap)
      last.sensors.push(id)
    else groups.push({ from, sensors: [id] })
  }
  return groups
}

/** Null: there are more than are read at once. */
async function readSpan(
  telemetry: TelemetryReader,
  groups: readonly Group[],
  start: number,
  to: number,
): Promise<Reading[] | null> {
  const readings: Reading[] = []
  const isWhole = to - start <= 1
  for (const group of groups) {
    const from = Math.max(start, group.from)
    if (from >= to) continue
    for (const table of ['numeric_readings', 'text_readings']) {
      const value = table === 'numeric_readings' ? 'if(isNaN(value), NULL, value)' : 'value'
      const rows = await telemetry.rows<Row>(
        `SELECT DISTINCT sensor, toUnixTimestamp64Milli(time) AS at, ${value} AS value, quality
         FROM ${table}
         WHERE sensor IN {sensors:Array(UInt32)} AND time > fromUnixTimestamp64Milli({from:Int64})
           AND time <= fromUnixTimestamp64Milli({to:Int64})
         ${isWhole ? '' : 'LIMIT {limit:UInt32}'}`,
        { sensors: group.sensors, from, to, limit: readingsAtOnce + 1 },
      )
      for (const row of rows) readings.push(readingOf(row))
      if (readings.length > readingsAtOnce && !isWhole) return null
    }
  }
  return readings
}

function readingOf({ sensor, at, value, quality }: Row): Reading {
  return { sensorId: sensor, time: at, value, quality: qualities[quality] ?? 'bad' }
}
