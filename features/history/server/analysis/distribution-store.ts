import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import { settings, where, type SensorRange } from '../history-store.ts'

/**
 * How many usable readings lie in each bin between these ascending edges; of readings at the last
 * edge the last bin counts.
 */
export async function readBinCounts(
  telemetry: TelemetryReader,
  range: SensorRange,
  edges: readonly number[],
): Promise<number[]> {
  const lower = edges.slice(0, -1).map((edge) => `toFloat64('${edge}')`)
  const rows = await telemetry.rows<{ edge: number; count: number }>(
    `SELECT indexOf([${lower.join(', ')}] AS edges, roundDown(value, edges)) AS edge,
       count() AS count
     FROM numeric_readings WHERE ${where} AND quality < 2
     GROUP BY edge ${settings}`,
    { ...range },
  )
  const counts = lower.map(() => 0)
  for (const { edge, count } of rows) counts[edge - 1] = count
  return counts
}
