import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import { where, settings, type SensorRange, type StatisticsRow } from './history-store.ts'

/**
 * What a running total did in the range, over its good and uncertain readings: least, greatest and last value, and what was
 * accumulated from the first reading on. A total that falls was reset: what it shows then was gained since. An average, a median or
 * quartiles of a total mean nothing and are null.
 */
export async function readTotals(telemetry: Telemetry, range: SensorRange): Promise<StatisticsRow> {
  const [row] = await telemetry.rows<Omit<StatisticsRow, keyof typeof meaningless>>(
    `SELECT count() AS count, minOrNull(value) AS minimum, maxOrNull(value) AS maximum, argMaxOrNull(value, position) AS last,
       sumOrNull(if(position = 1, 0, if(value >= before, value - before, value))) AS accumulated,
       (SELECT count() FROM numeric_readings WHERE ${where} AND quality = 2) AS badCount
     FROM (
       SELECT value, row_number() OVER past AS position, lagInFrame(value) OVER past AS before
       FROM numeric_readings WHERE ${where} AND quality < 2
       WINDOW past AS (ORDER BY time, value ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
     ) ${settings}`,
    { ...range },
  )
  return { ...nothing, ...row, ...meaningless }
}

const meaningless = { average: null, median: null, lowerQuartile: null, upperQuartile: null }
const nothing = { count: 0, badCount: 0, minimum: null, maximum: null, last: null, accumulated: null }
