import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import type { ReadingsExport } from '../../contract/readings.ts'
import { readHours } from '../reading/pages-store.ts'
import { readOldest } from '../reading/oldest-store.ts'
import type { ExportServices } from './export-services.ts'
import { readTimesOfCreation } from './sensors-store.ts'

type Services = Pick<ExportServices, 'retained' | 'sql'>
type Asked = Pick<ReadingsExport, 'from' | 'to' | 'step'>

/** Clocks of devices may be so far behind, and what expires does so by whole days. */
const dayMs = 86_400_000

/**
 * From when on all that an export needs of these sensors is there, ms UTC, where some of it has
 * expired, or may have: readings, or for steps their minutes; null: none has.
 */
export async function expiredUntil(
  services: Services,
  telemetry: TelemetryReader,
  sensorIds: readonly number[],
  asked: Asked,
): Promise<number | null> {
  const { from, to, step } = asked
  const { retained } = services
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
    if (await mayHaveHad(services, telemetry, { sensors, begin, from })) return begin
  }
  return null
}

/**
 * Whether one of these sensors may have had readings between `from` and `begin` that no hour
 * counts: hours may have expired as well, and texts have none. One that was made since had nothing
 * before, unless readings of the past were added to it.
 */
async function mayHaveHad(
  { retained, sql }: Services,
  telemetry: TelemetryReader,
  { sensors, begin, from }: { sensors: readonly number[]; begin: number; from: number },
): Promise<boolean> {
  const oldest = await readOldest(telemetry, sensors)
  const uncountedUntil = (id: number) =>
    oldest.get(id)?.hasTexts ? begin : Math.min(begin, retained.cutoffsOf(id).hours)
  const uncounted = sensors.filter((id) => uncountedUntil(id) > from)
  if (uncounted.length === 0) return false
  const made = await readTimesOfCreation(sql, uncounted)
  return uncounted.some((id) => {
    const first = (made.get(id) ?? 0) - dayMs
    return first < uncountedUntil(id) || (oldest.get(id)?.time ?? first) < first
  })
}
