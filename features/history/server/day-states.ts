import type { Sensor } from '#kit/model/sensor.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import { maximumDayChanges, type DayStates } from '../contract/routes.ts'
import { readStateChanges, readStatesAt } from './day-states-store.ts'

/**
 * What lamps and detectors were within a day, by their changes: a first reading that says what was
 * so before is none.
 */
export async function dayStates(
  reader: TelemetryReader,
  sensors: readonly Sensor[],
  day: { readonly from: number; readonly to: number },
): Promise<DayStates[]> {
  if (sensors.length === 0) return []
  const ids = sensors.map(({ id }) => id)
  const [changes, before] = await Promise.all([
    readStateChanges(reader, ids, day, maximumDayChanges + 1),
    readStatesAt(reader, ids, day.from),
  ])
  const bySensor = Map.groupBy(changes, ({ sensorId }) => sensorId)
  return sensors.map(({ id, deviceId }) => {
    const all = bySensor.get(id) ?? []
    const truncated = all.length > maximumDayChanges
    const began = before.get(id) ?? null
    const newest = (truncated ? all.slice(0, maximumDayChanges) : all).toReversed()
    const isSame = !truncated && began !== null && newest[0]?.state === began
    const listed = isSame ? newest.slice(1) : newest
    return {
      sensorId: id,
      deviceId,
      before: began,
      time: listed.map(({ time }) => time),
      state: listed.map(({ state }) => state),
      truncated,
    }
  })
}
