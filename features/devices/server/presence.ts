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

interface Dependencies {
  readonly catalogue: Catalogue
  readonly bus: Bus
  readonly clock: Clock
}

const silenceCheckMs = 1_000

/**
 * Who is online: a device is from its first message on, until it says otherwise, its will does, or
 * it has been silent for the time configured for it. Every change goes to the bus as
 * `deviceStatus`.
 */
export class PresenceTracker implements DevicePresence {
  readonly #dependencies: Dependencies
  readonly #byDevice = new Map<number, Presence>()
  readonly #timer: NodeJS.Timeout

  /** `lastSeen`: time of the newest stored reading of each device, from before this start. */
  constructor(dependencies: Dependencies, lastSeen: ReadonlyMap<number, number>) {
    this.#dependencies = dependencies
    for (const [deviceId, time] of lastSeen)
      this.#byDevice.set(deviceId, { status: 'offline', since: time, lastSeen: time })
    this.#timer = setInterval(() => this.checkSilence(), silenceCheckMs)
    this.#timer.unref()
  }

  status(deviceId: number): Readonly<Presence> {
    return this.#byDevice.get(deviceId) ?? { status: 'offline', since: null, lastSeen: null }
  }

  /** The device sent something. */
  messageReceived(deviceId: number): void {
    this.#presence(deviceId).lastSeen = this.#dependencies.clock()
    this.#change(deviceId, 'online', false)
  }

  /** The device, or its will, named its own state. */
  statusReported(deviceId: number, status: DeviceStatus): void {
    if (status === 'online') this.#presence(deviceId).lastSeen = this.#dependencies.clock()
    this.#change(deviceId, status, true)
  }

  /** Marks devices offline that have been silent for too long. Runs by itself once a second. */
  checkSilence(): void {
    const now = this.#dependencies.clock()
    for (const [deviceId, presence] of this.#byDevice) {
      // After the clock was set back silence counts from now on, not from a moment that is yet to
      // come.
      if (presence.lastSeen !== null) presence.lastSeen = Math.min(presence.lastSeen, now)
      const silenceMs = this.#dependencies.catalogue.deviceById(deviceId)?.silenceMs
      if (silenceMs === undefined) this.#byDevice.delete(deviceId)
      else if (presence.status === 'online' && now - (presence.lastSeen ?? 0) > silenceMs)
        this.#change(deviceId, 'offline', false)
    }
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #presence(deviceId: number): Presence {
    const existing = this.#byDevice.get(deviceId)
    if (existing) return existing
    const presence: Presence = { status: 'offline', since: null, lastSeen: null }
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
