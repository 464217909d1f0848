import { finiteMean, scaled, scaledSettings } from '#kit/server/clickhouse/sql/finite.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import { settings } from '../history-store.ts'
import { rowsOf, type StoredPart } from '../stored-parts.ts'

/** The average of the usable readings of a step that begins at `step`, ms UTC. */
export interface StepAverage {
  readonly step: number
  /** Null where no number says it. */
  readonly average: number | null
}

const usable = 'inside AND quality < 2'

/** Averages of a sensor in equal steps, oldest first; steps without usable readings are absent. */
export async function readStepAverages(
  telemetry: TelemetryReader,
  sensorId: number,
  parts: readonly StoredPart[],
  stepMs: number,
): Promise<StepAverage[]> {
  const average = finiteMean({
    ...{ sum: 'sum(sum)', scaledSum: `sum(${scaled('sum')})`, count: 'sum(number)' },
    ...{ minimum: 'min(low)', maximum: 'max(high)' },
  })
  return telemetry.rows<StepAverage>(
    `SELECT intDiv(start, {stepMs:Int64}) * {stepMs:Int64} AS step, ${average} AS average
     FROM (${rowsOf(parts)}) WHERE ${usable}
     GROUP BY step ORDER BY step ${settings}, ${scaledSettings}`,
    { sensorId, stepMs },
  )
}
