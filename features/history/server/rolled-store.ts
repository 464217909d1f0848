import { finiteMean, scaled, scaledSettings } from '#kit/server/clickhouse/finite.ts'
import { summedGain } from '#kit/server/clickhouse/gain.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import { timeAndValue } from '#kit/server/clickhouse/time-and-value.ts'
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
 * What a running total gained over these parts since its last value before them, from first to last
 * reading of each bucket and from one bucket to the next: an estimate, because a total that came
 * around within a bucket shows only where its extremes are.
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
         SELECT arrayJoin([
             (min(firstAt), argMin(firstValue, ${timeAndValue('firstAt', 'firstValue')})),
             (max(lastAt), argMax(lastValue, ${timeAndValue('lastAt', 'lastValue')}))]) AS point,
           point.1 AS at, point.2 AS value
         FROM (${rowsOf(parts)}) WHERE ${usable} GROUP BY start, isRolled
       ) WINDOW past AS (ORDER BY at, value ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
     ) ${settings}, ${scaledSettings}`,
      { sensorId, wrapAt: String(wrapAt ?? 0), offset: String(offset) },
    ),
    readValueBefore(telemetry, { sensorId, from: parts[0]?.from ?? 0 }),
  ])
  return row ? gainedSince(before, row, total) : null
}
