import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import { none, settings, where, type ColumnArrays, type SensorRange } from './history-store.ts'
import { RawFigures, type rawColumns } from './raw-figures.ts'
import type { StatisticsRow } from './statistics-store.ts'

export interface RawReadings {
  readonly arrays: ColumnArrays<(typeof rawColumns)[number]>
  /** The figures of `readStatistics`; null where values are too many to be counted here. */
  readonly statistics: () => Promise<StatisticsRow> | null
}

/**
 * Readings one by one, oldest first, those of one time by value, at most `limit`, with what they
 * say together. `begin` gets how many there are before their text takes memory; when it throws,
 * there is none.
 */
export async function readRaw(
  telemetry: TelemetryReader,
  range: SensorRange,
  limit: number,
  begin: (readings: number) => void,
): Promise<RawReadings> {
  const read = async (order: string, isFirst: boolean) => {
    const figures = new RawFigures()
    const [quality = none, time = none, value = none] = await telemetry.jsonColumns(
      `SELECT quality, toUnixTimestamp64Milli(time), value FROM numeric_readings WHERE ${where}
         ORDER BY ${order} LIMIT {limit:UInt32} ${settings}`,
      { ...range, limit },
      {
        begin: isFirst ? begin : () => undefined,
        add: (column, numbers) => figures.add(column, numbers),
      },
    )
    return { figures, arrays: { quality, time, value } }
  }
  // The table is in the order of time: to order by value, too, takes a sixth longer, and hardly a
  // sensor has readings of one time.
  let reading = await read('time', true)
  if (reading.figures.hasEqualTimes) reading = await read('time, value', false)
  const { arrays, figures } = reading
  return { arrays, statistics: () => figures.statistics() }
}
