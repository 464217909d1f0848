import type { Device } from '#features/devices/contract/routes.ts'
import type { LiveSource } from '#kit/web/live/values/freshness.ts'

export interface DeviceState {
  readonly lesiId: string
  readonly name: string
  /** `unknown`: nothing says how it was at the moment that is shown. */
  readonly state: 'online' | 'offline' | 'never' | 'unknown'
  /** Since when, ms UTC; null where it is not known. */
  readonly since: number | null
}

/**
 * How the devices that are open to the person are: as the source says, else as they were listed.
 * `isPresent` is false where the source is a recording: the list is of today and does not count.
 */
export function deviceStates(
  devices: readonly Device[],
  source: Pick<LiveSource, 'device'>,
  isPresent: boolean,
): readonly DeviceState[] {
  return devices
    .filter(({ access }) => access === 'open')
    .map((device) => {
      const { lesiId, name } = device
      const listed =
        isPresent && device.status !== null
          ? { status: device.status, since: device.statusSince }
          : undefined
      const known = source.device(device.id) ?? listed
      if (known === undefined) return { lesiId, name, state: 'unknown', since: null }
      const { status, since } = known
      const state = status === 'offline' && since === null ? 'never' : status
      return { lesiId, name, state, since }
    })
}

const order = { offline: 0, never: 1, unknown: 2, online: 3 } as const

/** Those that are not online: offline first, of these the latest first; then by name. */
export function notOnline(states: readonly DeviceState[]): readonly DeviceState[] {
  return states
    .filter(({ state }) => state !== 'online')
    .toSorted(
      (one, other) =>
        order[one.state] - order[other.state] ||
        (other.since ?? 0) - (one.since ?? 0) ||
        one.name.localeCompare(other.name),
    )
}
