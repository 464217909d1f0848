import type { DeviceStatus } from '#kit/model/device.ts'
import type { Bus } from '#kit/server/bus.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { DevicePresence } from '#kit/server/devices/device-presence.ts'

interface Presence {
  status: DeviceStatus
  since: number | null
  lastSeen: number | null
}

interface FollowedPresence extends Presence {
  /** When it was there last, by the monotonic clock, ms. */
  seenAt: number
}

interface Dependencies {
  readonly catalogue: Catalogue
  readonly bus: Bus
  readonly clock: Clock
  /** A clock in ms that nobody sets. */
  readonly monotonic?: Clock
}

const silenceCheckMs = 1_000
const unknown: FollowedPresence = { status: 'offline', since: null, lastSeen: null, seenAt: 0 }

/**
 * Who is online: a device is from its first message on, until it says otherwise, its will does, or
 * it has been silent for the time configured for it. Every change goes to the bus as
 * `deviceStatus`.
 */
export class PresenceTracker implements DevicePresence {
  readonly #dependencies: Dependencies
  readonly #byDevice = new Map<number, FollowedPresence>()
  readonly #monotonic: Clock
  readonly #timer: NodeJS.Timeout

  /** `lastSeen`: time of the newest stored reading of each device, from before this start. */
  constructor(dependencies: Dependencies, lastSeen: ReadonlyMap<number, number>) {
    this.#dependencies = dependencies
    this.#monotonic = dependencies.monotonic ?? (() => performance.now())
    for (const [deviceId, time] of lastSeen)
      this.#byDevice.set(deviceId, { status: 'offline', since: time, lastSeen: time, seenAt: 0 })
    this.#timer = setInterval(() => this.checkSilence(), silenceCheckMs)
    this.#timer.unref()
  }

  status(deviceId: number): Readonly<Presence> {
    const { status, since, lastSeen } = this.#byDevice.get(deviceId) ?? unknown
    return { status, since, lastSeen }
  }

  /** The device sent something. */
  messageReceived(deviceId: number): void {
    this.#markSeen(deviceId)
    this.#change(deviceId, 'online', false)
  }

  /** The device, or its will, named its own state. */
  statusReported(deviceId: number, status: DeviceStatus): void {
    if (status === 'online') this.#markSeen(deviceId)
    this.#change(deviceId, status, true)
  }

  /** Marks devices offline that have been silent for too long. Runs by itself once a second. */
  checkSilence(): void {
    const now = this.#dependencies.clock()
    // A clock that is set ahead would make a whole plant silent.
    const ran = this.#monotonic()
    for (const [deviceId, presence] of this.#byDevice) {
      // After the clock was set back nothing was at a moment that is yet to come.
      if (presence.lastSeen !== null) presence.lastSeen = Math.min(presence.lastSeen, now)
      if (presence.since !== null) presence.since = Math.min(presence.since, now)
      const silenceMs = this.#dependencies.catalogue.deviceById(deviceId)?.silenceMs
      if (silenceMs === undefined) this.#byDevice.delete(deviceId)
      else if (presence.status === 'online' && ran - presence.seenAt > silenceMs)
        this.#change(deviceId, 'offline', false)
    }
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #markSeen(deviceId: number): void {
    const presence = this.#presence(deviceId)
    presence.lastSeen = this.#dependencies.clock()
    presence.seenAt = this.#monotonic()
  }

  #presence(deviceId: number): FollowedPresence {
    const existing = this.#byDevice.get(deviceId)
    if (existing) return existing
    const presence = { ...unknown }
    this.#byDevice.set(deviceId, presence)
    return presence
  }

  #change(deviceId: number, status: DeviceStatus, isReported: boolean): void {
    const presence = this.#presence(deviceId)
    if (presence.status === status && presence.since !== null) return
    presence.status = status
    presence.since = this.#dependencies.clock()
    const { since } = presence
    this.#dependencies.bus.emit('deviceStatus', { deviceId, status, since, isReported })
  }
}
