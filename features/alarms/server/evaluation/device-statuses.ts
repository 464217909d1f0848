import type { Catalogue } from '#kit/server/catalogue.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { DevicePresence } from '#kit/server/devices/device-presence.ts'
import type { Evaluation } from './evaluation.ts'

interface StatusServices {
  readonly presence: DevicePresence
  readonly catalogue: Pick<Catalogue, 'deviceById'>
  readonly clock: Clock
  readonly evaluation: Pick<Evaluation, 'takeStatus'>
  /** Since when this server receives readings, ms UTC. */
  readonly startedAt: () => number
}

/**
 * Whether devices are offline, for the rules about it. A server that was away has received nothing:
 * that says nothing of a device until it has been silent for long enough since the start.
 */
export class DeviceStatuses {
  readonly #services: StatusServices
  /** Devices that went offline or came back since the start. */
  readonly #changed = new Set<number>()
  readonly #undecided = new Set<number>()

  constructor(services: StatusServices) {
    this.#services = services
  }

  /** The device went offline or came back. */
  change(deviceId: number): void {
    this.#changed.add(deviceId)
    this.take(deviceId)
  }

  /** Evaluates anew whether the device is offline. */
  take(deviceId: number): void {
    const { presence, clock, evaluation } = this.#services
    const { status, since } = presence.status(deviceId)
    const at = clock()
    const isOffline = status === 'offline'
    this.#undecided.delete(deviceId)
    if (isOffline && this.#isUndecided(deviceId, at)) this.#undecided.add(deviceId)
    else evaluation.takeStatus({ deviceId, isOffline, since: since ?? at, at })
  }

  /** The clock goes on. */
  tick(now: number): void {
    for (const deviceId of this.#undecided)
      if (!this.#isUndecided(deviceId, now)) this.take(deviceId)
  }

  #isUndecided(deviceId: number, now: number): boolean {
    const { catalogue, startedAt } = this.#services
    if (this.#changed.has(deviceId)) return false
    return now - startedAt() <= (catalogue.deviceById(deviceId)?.silenceMs ?? 0)
  }
}
