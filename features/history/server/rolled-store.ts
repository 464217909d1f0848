import { finiteMean, scaled, scaledSettings } from '#kit/server/clickhouse/sql/finite.ts'
import { summedGain } from '#kit/server/clickhouse/sql/gain.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import { timeAndValue } from '#kit/server/clickhouse/sql/time-and-value.ts'
import { settings } from './history-store.ts'
import { noStatistics, type StatisticsRow } from './statistics-store.ts'
import { rowsOf, type StoredPart } from './stored-parts.ts'
import { gainedSince, readValueBefore } from './value-before-store.ts'

export interface RolledFigures extends StatisticsRow {
  /** Readings of minutes or hours that the range cuts; in no figure. */
  readonly leftOut: number
  /** The extremes of what is left as rollups alone. */
  readonly rolled: { readonly minimum: number | null; readonly maximum: number | null }
}

const usable = 'inside AND quality < 2'

interface Row extends Pick<
  RolledFigures,
  'count' | 'badCount' | 'average' | 'maximum' | 'minimum' | 'last' | 'leftOut'
> {
  readonly rolledMinimum: number | null
  readonly rolledMaximum: number | null
}

/**
 * Statistics over what is stored in these parts, of which some are rollups: count, mean, extremes
 * and last value are exact but for what was left out; median and quartiles are lost,
 * nor a mean of values so great that the sum of a bucket is not finite.
 */
export async function readRolledStatistics(
  telemetry: TelemetryReader,
  sensorId: number,
  parts: readonly StoredPart[],
): Promise<RolledFigures> {
  const average = finiteMean({
    sum: `sumIf(sum, ${usable})`,
    scaledSum: `sumIf(${scaled('sum')}, ${usable})`,
    count: `sumIf(number, ${usable})`,
    minimum: `minIf(low, ${usable})`,
    maximum: `maxIf(high, ${usable})`,
  })
  const [row] = await telemetry.rows<Row>(
    `SELECT sumIf(number, ${usable}) AS count, sumIf(number, inside AND quality = 2) AS badCount,
       if(countIf(${usable} AND NOT isFinite(sum)) > 0, NULL, ${average}) AS average,
       maxIf(high, ${usable}) AS maximum, minIf(low, ${usable}) AS minimum,
       argMaxIf(lastValue, (lastAt, lastValue), ${usable}) AS last,
       sumIf(number, NOT inside) AS leftOut,
       minOrNullIf(low, quality < 2 AND isRolled) AS rolledMinimum,
       maxOrNullIf(high, quality < 2 AND isRolled) AS rolledMaximum
     FROM (${rowsOf(parts)}) ${settings}, ${scaledSettings}`,
    { sensorId },
  )
  const rolled = { minimum: row?.rolledMinimum ?? null, maximum: row?.rolledMaximum ?? null }
  const { leftOut = 0, badCount = 0 } = row ?? {}
  if (!row || row.count === 0) return { ...noStatistics, badCount, leftOut, rolled }
  const { count, average: mean, maximum, minimum, last } = row
  return {
    ...{ ...noStatistics, count, badCount, average: mean, maximum, minimum, last },
    ...{ leftOut, rolled },
  }
}

/**
 * SQL for the values that a running total took in a bucket, as far as its first, least, greatest
 * and last one show: it fell where one of the extremes is beyond the ends. From near to where it
 * begins again that was coming around, else a reset (as `gainOf` of kit/model has it).
 */
const bucketPath = ({ wrapAt }: { readonly wrapAt: string }) =>
  `multiIf(lowest >= begin AND highest <= end, [begin, end],
     ${wrapAt} > 0 AND highest <= ${wrapAt} + lowest AND highest - lowest > ${wrapAt} / 2,
       [begin, ${wrapAt}, 0., end],
     highest > end, [begin, highest, lowest, end], [begin, lowest, end])`

/**
 * What a running total gained over these parts since its last value before them, within each bucket
 * and from one bucket to the next: an estimate, because a total that came around several times
 * within a bucket shows once (`bucketPath`).
 */
export async function estimateGained(
  telemetry: TelemetryReader,
  parts: readonly StoredPart[],
  total: Pick<Sensor, 'id' | 'wrapAt' | 'offset'>,
): Promise<number | null> {
  const { id: sensorId, wrapAt, offset } = total
  const terms = {
    ...{ value: 'value', before: 'before' },
    ...{ wrapAt: 'toFloat64({wrapAt:String})', offset: 'toFloat64({offset:String})' },
  }
  const [[row], before] = await Promise.all([
    telemetry.rows<{ within: number | null; first: number | null }>(
      `SELECT ${summedGain(terms, 'position > 1')} AS within,
         argMinOrNull(value, position) AS first FROM (
       SELECT value, row_number() OVER past AS position, lagInFrame(value) OVER past AS before
       FROM (
         SELECT at, path AS value, place FROM (
           SELECT min(firstAt) AS at, min(low) AS lowest, max(high) AS highest,
             argMin(firstValue, ${timeAndValue('firstAt', 'firstValue')}) AS begin,
             argMax(lastValue, ${timeAndValue('lastAt', 'lastValue')}) AS end,
             ${bucketPath(terms)} AS path
           FROM (${rowsOf(parts)}) WHERE ${usable} GROUP BY start, isRolled
         ) ARRAY JOIN path, arrayEnumerate(path) AS place
       ) WINDOW past AS (ORDER BY at, place ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
     ) ${settings}, ${scaledSettings}`,
      { sensorId, wrapAt: String(wrapAt ?? 0), offset: String(offset) },
    ),
    readValueBefore(telemetry, { sensorId, from: parts[0]?.from ?? 0 }),
  ])
  return row ? gainedSince(before, row, total) : null
}
