import type { Range } from '#kit/model/time/period.ts'
import type { Catalogue, CatalogueDevice } from '#kit/server/catalogue.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import type { RetainedReadings } from '#kit/server/readings/retained-readings.ts'
import type { DeviceActivity } from '../../contract/sensor-report.ts'
import { readActivity } from '../states-store.ts'

/** Enough to see half an hour of silence within two months. */
const activityColumns = 5_000

export interface ActivityServices {
  readonly catalogue: Catalogue
  readonly retained: RetainedReadings
}

/** When a device was active; read once, and only if somebody asks. */
export function activitiesFrom({ catalogue, retained }: ActivityServices) {
  return (reader: TelemetryReader, { id, silenceMs }: CatalogueDevice, range: Range) => {
    let activity: Promise<DeviceActivity> | undefined
    const read = async () => {
      const sent = catalogue.sensorsOf(id).filter(({ isCalculated }) => !isCalculated)
      const sensors = sent.map((sensor) => sensor.id)
      // Of so long ago there are no minutes of some of them.
      const isRolled = sensors.some((id) => retained.cutoffsOf(id).minutes > range.from)
      return {
        silenceMs,
        ...(await readActivity(reader, sensors, range, activityColumns, isRolled)),
      }
    }
    return () => (activity ??= read())
  }
}
