import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import type { RetainedReadings } from '#kit/server/readings/retained-readings.ts'
import type { ReadingsExport } from '../../contract/readings.ts'
import { readHours } from '../reading/pages-store.ts'

/**
 * From when on all that an export needs of these sensors is there, ms UTC, where some of it has
 * expired: readings, or for steps their minutes; null: none has.
 */
export async function expiredUntil(
  retained: RetainedReadings,
  telemetry: TelemetryReader,
  sensorIds: readonly number[],
  { from, to, step }: Pick<ReadingsExport, 'from' | 'to' | 'step'>,
): Promise<number | null> {
  const beginOf = (id: number) => {
    const { readings, minutes } = retained.cutoffsOf(id)
    return step === 'raw' || !retained.hasMinutes(id) ? readings : minutes
  }
  const cut = Map.groupBy(
    sensorIds.filter((id) => beginOf(id) > from),
    beginOf,
  )
  // The latest first: that is from when on all of them are there.
  for (const [begin, sensors] of [...cut].toSorted(([one], [other]) => other - one)) {
    const hours = await readHours(telemetry, { sensors, from, to: Math.min(to, begin) })
    if (hours.some(({ numbers }) => numbers > 0)) return begin
  }
  return null
}
