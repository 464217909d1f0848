import type { Sensor } from '#kit/model/sensor.ts'
import { scaledSettings } from '#kit/server/clickhouse/sql/finite.ts'
import { summedGain } from '#kit/server/clickhouse/sql/gain.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import { where, settings, type SensorRange } from './history-store.ts'
import { gainedSince, readValueBefore } from './value-before-store.ts'
import type { StatisticsRow } from './statistics-store.ts'

/**
 * What a running total did in the range, over its good and uncertain readings: minimum, maximum and
 * last value, and what was accumulated since the last reading before the range, else from the first
 * one in it on (null when it is more than a number can hold). A total that falls has come around
 * or was reset (`gainOf`). An average, a median or quartiles of a total have no meaning and are
 * null.
 */
export async function readTotals(
  telemetry: TelemetryReader,
  range: SensorRange,
  total: Pick<Sensor, 'wrapAt' | 'offset'>,
): Promise<StatisticsRow> {
  const [[row], before] = await Promise.all([
    telemetry.rows<TotalsRow>(
      `SELECT count() AS count, minOrNull(value) AS minimum, maxOrNull(value) AS maximum,
         argMinOrNull(value, position) AS first, argMaxOrNull(value, position) AS last,
         ${summedGain(terms, 'position > 1')} AS accumulated,
         (SELECT count() FROM numeric_readings WHERE ${where} AND quality = 2) AS badCount
       FROM (
         SELECT value, row_number() OVER past AS position, lagInFrame(value) OVER past AS before
         FROM numeric_readings WHERE ${where} AND quality < 2
         WINDOW past AS (ORDER BY time, value ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
       ) ${settings}, ${scaledSettings}`,
      { ...range, wrapAt: String(total.wrapAt ?? 0), offset: String(total.offset) },
    ),
    readValueBefore(telemetry, range),
  ])
  if (!row) return { ...emptyTotals, ...meaningless }
  const { first, accumulated: within, ...figures } = row
  return { ...figures, ...meaningless, accumulated: gainedSince(before, { first, within }, total) }
}

interface TotalsRow extends Omit<StatisticsRow, keyof typeof meaningless> {
  readonly first: number | null
}

const terms = {
  value: 'value',
  before: 'before',
  wrapAt: 'toFloat64({wrapAt:String})',
  offset: 'toFloat64({offset:String})',
}

const meaningless = {
  ...{ average: null, standardDeviation: null, median: null },
  ...{ lowerQuartile: null, upperQuartile: null },
  ...{ percentile5: null, percentile95: null, percentile99: null },
}
const emptyTotals = {
  count: 0,
  badCount: 0,
  minimum: null,
  maximum: null,
  last: null,
  accumulated: null,
}
