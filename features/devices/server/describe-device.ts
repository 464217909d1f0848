import type { Binding } from '#kit/server/catalogue.ts'
import type { DevicePresence } from '#kit/server/devices/device-presence.ts'
import type { Device } from '../contract/routes.ts'

export type StatedBinding = Binding & { readonly state: Device['access'] }

/** How a device is that is open to who looks at it. */
type Present = ReturnType<DevicePresence['status']> & { readonly sensorCount: number }

const closedDevice = { status: null, statusSince: null, lastSeen: null, sensorCount: null }

/** A device as its holder sees it: `present` is null of one that is not open to them. */
export function describeDevice(
  { id, lesiId, name }: Pick<Device, 'id' | 'lesiId' | 'name'>,
  binding: StatedBinding | undefined,
  present: Present | null,
): Device {
  return {
    ...{ id, lesiId, name },
    relation: binding?.relation ?? null,
    contractStart: binding?.contractStart ?? null,
    contractEnd: binding?.contractEnd ?? null,
    ...(present
      ? {
          access: 'open' as const,
          status: present.status,
          statusSince: present.since,
          lastSeen: present.lastSeen,
          sensorCount: present.sensorCount,
        }
      : { ...closedDevice, access: binding?.state ?? 'ended' }),
  }
}
