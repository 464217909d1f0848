import type { DeviceStatus } from '#kit/model/device.ts'

/**
 * Online or offline of every device: reported by the device itself, by its will, or concluded from
 * its silence.
 */
export interface DevicePresence {
  status(deviceId: number): {
    readonly status: DeviceStatus
    readonly since: number | null
    readonly lastSeen: number | null
  }
}
