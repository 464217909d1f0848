import type { Address } from '../address.ts'
import { useSensors } from './query-sensors.ts'
import { useDevices } from './query-devices.ts'
import { useChosenSensor, useFirstSensor } from './use-chosen-sensor.ts'

/**
 * The sensors and devices that may be chosen, and what the address chooses of them. An address that
 * names no sensor is given the first one.
 */
export function useChoice(
  address: Address,
  change: (part: Partial<Address>, options?: { replace: boolean }) => void,
) {
  const sensors = useSensors()
  const fetched = useDevices()
  const devices = fetched.data?.devices ?? []
  const { sensor, isLoading } = useChosenSensor(address, sensors.data)
  const closedDevice = devices.find(
    ({ lesiId, access }) => lesiId === address.thing && access !== 'open',
  )
  useFirstSensor(address, closedDevice || fetched.isPending ? undefined : sensors.data, change)
  return {
    sensors,
    devices,
    sensor,
    deviceName: (id: string) => devices.find(({ lesiId }) => lesiId === id)?.name ?? id,
    /** The device that the address names, when it is not open to the person. */
    closedDevice,
    /** How many sensors there are; absent while that is not known. */
    count: isLoading ? undefined : sensors.data?.total,
  }
}
