import type { Sensor } from '#kit/model/sensor.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import type { SensorReport } from '../contract/sensor-report.ts'
import type { StateFigures } from '../contract/state-figures.ts'
import type { Statistics } from '../contract/statistics.ts'
import { silentSpans } from '../contract/state-times.ts'
import type { FiguresRequest } from './numeric-figures.ts'
import { readStateFigures } from './state-figures-store.ts'
import { partsOf, rolledUntil } from './stored-parts.ts'

/** Whether its readings are states that last. */
export const isStateSensor = ({ type }: Sensor) => type === 'lamp' || type === 'detector'

/** Numbers of lamps and detectors are codes, of which there is no average. */
export function withoutAverages(sensor: Sensor, statistics: Statistics): Statistics {
  if (!isStateSensor(sensor)) return statistics
  return {
    ...statistics,
    ...{ average: null, standardDeviation: null, median: null },
    ...{ lowerQuartile: null, upperQuartile: null },
    ...{ percentile5: null, percentile95: null, percentile99: null },
  }
}

/**
 * What a lamp or a detector was in a range, up to the present; null for others, and where readings
 * have expired, also the one before it. `isText`: it was sent as words.
 */
export async function stateFiguresOf(
  telemetry: TelemetryReader,
  {
    sensor,
    from,
    to,
    now,
    retained,
    activity,
    before,
  }: FiguresRequest & Pick<SensorReport, 'activity' | 'before'>,
  isText: boolean,
): Promise<StateFigures | null> {
  if (!isStateSensor(sensor)) return null
  const covered = { from, to: Math.max(from, Math.min(to, now)) }
  if (rolledUntil(partsOf({ sensorId: sensor.id, from, to }, retained)) !== null) return null
  if (before && before.time < retained.cutoffsOf(sensor.id).readings) return null
  const gaps = silentSpans(activity, covered)
  const figures = await readStateFigures(
    telemetry,
    { sensorId: sensor.id, ...covered },
    { gaps, isText, mayHoldReadings: sensor.isCalculated },
  )
  return figures && { ...figures, elapsedMs: covered.to - covered.from }
}
