import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import type { RetainedReadings } from '#kit/server/readings/retained-readings.ts'
import type { SensorReport } from '../../contract/sensor-report.ts'
import type { ChangeSeries, QualityChanges } from '../../contract/series.ts'
import type { SensorRange } from '../history-store.ts'
import { partsOf, rolledUntil } from '../stored-parts.ts'
import { readChanges, type ChangeRow } from '../texts-store.ts'
import { qualitiesOf } from './quality-changes.ts'

const maximumChanges = 1_000

/** The series as JSON in pieces, and the quality of its readings. */
export interface SeriesPart {
  readonly quality: QualityChanges | null
  readonly series: Buffer[]
}

/** The changes of a text sensor, newest first; `before` is its reading before the range. */
export async function changesJson(
  telemetry: TelemetryReader,
  range: SensorRange,
  { before, retained }: { before: SensorReport['before']; retained: RetainedReadings },
): Promise<SeriesPart> {
  const { sensorId } = range
  const hasExpired = rolledUntil(partsOf(range, retained)) !== null
  const [rows, qualityOf] = await Promise.all([
    readChanges(telemetry, range, maximumChanges + 1),
    qualitiesOf(telemetry, [sensorId], range, maximumChanges),
  ])
  const isLong = rows.length > maximumChanges
  const { quality, truncated } = qualityOf(sensorId)
  const series: ChangeSeries = {
    kind: 'changes',
    rows: isLong ? rows.slice(0, maximumChanges) : [...continued(rows, before)],
    truncated: isLong || truncated,
    keptSince: hasExpired ? retained.cutoffsOf(sensorId).readings : null,
  }
  return { quality, series: [Buffer.from(JSON.stringify(series))] }
}

/**
 * Changes that go on from the reading before the range: the first one counts only if its value is
 * something else.
 */
function continued(
  rows: readonly ChangeRow[],
  before: SensorReport['before'],
): readonly ChangeRow[] {
  const first = rows.at(-1)
  if (!first || !before) return rows
  const previous = String(before.value)
  return first.current === previous
    ? rows.slice(0, -1)
    : [...rows.slice(0, -1), { ...first, previous }]
}
