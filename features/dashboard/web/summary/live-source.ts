import type { LiveDeviceStatus, LiveValue } from '#kit/web/live/live-state.ts'

/** Where the newest readings and the states of devices come from. */
export interface LiveSource {
  reading(sensorId: number): LiveValue | undefined
  device(deviceId: number): LiveDeviceStatus | undefined
}
