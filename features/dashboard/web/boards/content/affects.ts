import type { BoardSensor } from '#features/pages/contract/board.ts'
import type { CatalogueUpdate } from '#kit/web/live/index.ts'
import { nameKey, sensorName } from './draft.ts'

/** Whether a change of the catalogue is about a sensor that a dashboard names. */
export function affects(update: CatalogueUpdate, named: readonly BoardSensor[]): boolean {
  if (update === 'reload') return named.length > 0
  const updatedNames = new Set(update.sensors.map((sensor) => nameKey(sensorName(sensor))))
  const removedIds = new Set(update.removedSensors)
  const goneDevices = new Set(update.removedDevices)
  return named.some(
    ({ sensor, ...name }) =>
      updatedNames.has(nameKey(name)) ||
      (sensor !== null && (removedIds.has(sensor.id) || goneDevices.has(sensor.deviceId))),
  )
}
