import { createContext, useContext, type ReactNode } from 'react'
import type { Sensor } from '#kit/model/sensor.ts'

const none: readonly Sensor[] = []
const Named = createContext(none)

/** Whether names of sensors alone would not say which ones are meant. */
export const areOfSeveralDevices = (sensors: readonly Sensor[]): boolean =>
  new Set(sensors.map(({ deviceId }) => deviceId)).size > 1

interface NamedDevicesProps {
  /** All that are shown together; the same list while they are the same. */
  readonly sensors: readonly Sensor[]
  readonly children: ReactNode
}

/** Has each widget of one sensor name its device, where the sensors are of several devices. */
export function NamedDevices({ sensors, children }: NamedDevicesProps) {
  return <Named value={areOfSeveralDevices(sensors) ? sensors : none}>{children}</Named>
}

/** The sensors among which a device is to be named; none: it goes without saying. */
export const useNamedDevices = (): readonly Sensor[] => useContext(Named)
