import { scaled, scaledSettings, unscaled } from '#kit/server/clickhouse/finite.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import { where, settings, type SensorRange } from './history-store.ts'
import type { StatisticsRow } from './statistics-store.ts'

/**
 * What a running total did in the range, over its good and uncertain readings: minimum, maximum and
 * last value, and what was accumulated from the first reading on (null when it is more than a
 * number can hold). A total that falls was reset: what it shows then was gained since. An average,
 * a median or quartiles of a total have no meaning and are null.
 */
export async function readTotals(
  telemetry: TelemetryReader,
  range: SensorRange,
): Promise<StatisticsRow> {
  const [row] = await telemetry.rows<Omit<StatisticsRow, keyof typeof meaningless>>(
    `SELECT count() AS count, minOrNull(value) AS minimum, maxOrNull(value) AS maximum,
       argMaxOrNull(value, position) AS last,
       ${finiteSum(gain('value', 'before'), scaledGain)} AS accumulated,
       (SELECT count() FROM numeric_readings WHERE ${where} AND quality = 2) AS badCount
     FROM (
       SELECT value, row_number() OVER past AS position, lagInFrame(value) OVER past AS before
       FROM numeric_readings WHERE ${where} AND quality < 2
       WINDOW past AS (ORDER BY time, value ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
     ) ${settings}, ${scaledSettings}`,
    { ...range },
  )
  return { ...emptyTotals, ...row, ...meaningless }
}

const gain = (value: string, before: string) =>
  `if(position = 1, 0, if(value >= before, ${value} - ${before}, ${value}))`

const scaledGain = gain(scaled('value'), scaled('before'))

/**
 * The sum, also where only what comes on the way to it is not finite. The engine writes null for
 * what is not.
 */
const finiteSum = (value: string, scaledValue: string) =>
  `if(isFinite(sum(${value})), sumOrNull(${value}), ${unscaled(`sumOrNull(${scaledValue})`)})`

const meaningless = { average: null, median: null, lowerQuartile: null, upperQuartile: null }
const emptyTotals = {
  count: 0,
  badCount: 0,
  minimum: null,
  maximum: null,
  last: null,
  accumulated: null,
}
