import type { Sensor } from '#kit/model/sensor.ts'
import type { CatalogueDevice } from '#kit/server/catalogue.ts'

export interface Named {
  readonly sensors: readonly Sensor[]
  readonly devices: readonly CatalogueDevice[]
}

/**
 * A question that follows another one may name a part: the device alone, whose sensor of the same
 * name is meant then, or the sensor alone, of the same device.
 */
export function inDialog(
  { sensors, devices }: Named,
  before: Named,
  sensorsOf: (device: CatalogueDevice) => readonly Sensor[],
): Named {
  if (before.sensors.length === 0) return { sensors, devices }
  if (sensors.length > 0) {
    const ofSame = sensors.filter(({ deviceId }) =>
      before.sensors.some((each) => each.deviceId === deviceId),
    )
    const isOpen = sensors.length > 1 && devices.length === 0 && ofSame.length > 0
    return { sensors: isOpen ? ofSame : sensors, devices }
  }
  const like = (sensor: Sensor) =>
    before.sensors.some(({ alias, key }) => alias === sensor.alias || key === sensor.key)
  return { sensors: devices.flatMap((device) => sensorsOf(device).filter(like)), devices }
}
