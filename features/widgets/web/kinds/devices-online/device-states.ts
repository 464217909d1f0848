import type { Device } from '#features/devices/contract/routes.ts'
import { formatDate } from '#kit/web/formats/format.ts'
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

/** How devices were when they were looked at. */
export interface DevicesLook {
  readonly states: readonly DeviceState[]
  /** ms UTC */
  readonly now: number
}

/**
 * The next look; the last one while nothing that is drawn of it differs. From midnight on, in the
 * zone of the site, times of the day before are drawn with their day.
 */
export function newerLook(last: DevicesLook, next: DevicesLook, zone: string): DevicesLook {
  const isSameDay = formatDate(last.now, zone) === formatDate(next.now, zone)
  return isSameDay && areSame(last.states, next.states) ? last : next
}

function areSame(one: readonly DeviceState[], other: readonly DeviceState[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ lesiId, name, state, since }, index) => {
      const next = other[index]
      return (
        lesiId === next?.lesiId &&
        name === next.name &&
        state === next.state &&
        since === next.since
      )
    })
  )
}
