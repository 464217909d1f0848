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
  const device = devices.find(({ lesiId }) => lesiId === address.thing)
  const isClosed = device !== undefined && device.access !== 'open'
  const offered = isClosed || fetched.isPending ? undefined : sensors.data
  const { first, isWithoutSensors } = useFirstSensor(address, offered, change)
  const chosen = first ? { thing: first.lesiId, sensor: first.key } : address
  const { sensor, isLoading } = useChosenSensor(chosen, sensors.data)
  return {
    sensors,
    devices,
    chosen,
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
