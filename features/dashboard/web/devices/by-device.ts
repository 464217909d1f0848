import type { Device } from '#features/devices/contract/routes.ts'
import type { Sensor } from '#kit/model/sensor.ts'

export interface DeviceGroup {
  readonly device: Device
  readonly sensors: readonly Sensor[]
}

/** Sensors by device, in the order of the list of devices; devices without any are left out. */
export function byDevice(
  sensors: readonly Sensor[],
  devices: readonly Device[],
): readonly DeviceGroup[] {
  const groups = new Map<number, Sensor[]>()
  for (const sensor of sensors) {
    const group = groups.get(sensor.deviceId)
    if (group) group.push(sensor)
    else groups.set(sensor.deviceId, [sensor])
  }
  return devices.flatMap((device) => {
    const own = groups.get(device.id)
    return own ? [{ device, sensors: own }] : []
  })
}
