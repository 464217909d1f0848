import type { Device } from '#features/devices/contract/routes.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { useDevices } from '../tree/query-devices.ts'
import { useNamedSensor } from '../tree/query-sensors.ts'

/** What is known of the sensor that an address names. */
export interface Named {
  /** Undefined while it is asked for, and where there is none for this person. */
  readonly sensor: Sensor | undefined
  /** Where the person has it, whether open or not. */
  readonly device: Device | undefined
  readonly deviceName: string
  readonly isLoading: boolean
  /** Why it could not be asked for; null when that did not fail. */
  readonly error: Error | null
  readonly retry: () => void
}

export function useNamed(lesiId: string, key: string): Named {
  const found = useNamedSensor(lesiId, key, true)
  const devices = useDevices()
  const device = devices.data?.devices.find((each) => each.lesiId === lesiId)
  const sensor = found.data?.find((each) => each.lesiId === lesiId && each.key === key)
  return {
    ...{ sensor, device, deviceName: device?.name ?? lesiId },
    isLoading: found.isPending || (sensor === undefined && devices.isPending),
    error: found.error,
    retry: () => void found.refetch(),
  }
}
