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
  const device = devices.find(({ lesiId }) => lesiId === address.thing)
  const isClosed = device !== undefined && device.access !== 'open'
  const offered = isClosed || fetched.isPending ? undefined : sensors.data
  const isWithoutSensors = useFirstSensor(address, offered, change)
  return {
    sensors,
    devices,
    sensor,
    deviceName: (id: string) => devices.find(({ lesiId }) => lesiId === id)?.name ?? id,
    /** The device that the address names, where the person has it, whether open or not. */
    device,
    /** Whether there is nothing to choose from what the address names. */
    isWithoutSensors,
    /** How many sensors there are; absent while that is not known. */
    count: isLoading ? undefined : sensors.data?.total,
  }
}
