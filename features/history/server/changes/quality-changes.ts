import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import type { QualityChanges } from '../../contract/series.ts'
import { readQualitiesAt, readQualityChanges } from './quality-changes-store.ts'

/** How the readings of a span were; `truncated`: older changes are not listed. */
export interface FoundQualities {
  readonly quality: QualityChanges
  readonly truncated: boolean
}

/**
 * When the quality of each of these sensors changed within a span (ms UTC), by id; of more than
 * `maximum` changes the newest. A first reading that is as the one before the span is none.
 */
export async function qualitiesOf(
  reader: TelemetryReader,
  sensors: readonly number[],
  span: { readonly from: number; readonly to: number },
  maximum: number,
): Promise<(sensorId: number) => FoundQualities> {
  const [changes, before] = await Promise.all([
    readQualityChanges(reader, sensors, span, maximum + 1),
    readQualitiesAt(reader, sensors, span.from),
  ])
  const bySensor = Map.groupBy(changes, ({ sensorId }) => sensorId)
  return (sensorId) => {
    const all = bySensor.get(sensorId) ?? []
    const truncated = all.length > maximum
    const began = truncated ? null : (before.get(sensorId) ?? null)
    const newest = all.slice(0, maximum).toReversed()
    const listed = began !== null && newest[0]?.quality === began ? newest.slice(1) : newest
    return {
      quality: {
        before: began,
        time: listed.map(({ time }) => time),
        quality: listed.map(({ quality }) => quality),
      },
      truncated,
    }
  }
}
