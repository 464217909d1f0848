import { AppError } from '#kit/model/errors.ts'
import type { Catalogue, CatalogueDevice } from '#kit/server/catalogue.ts'
import { maximumMessageBytes } from '../contract/limits.ts'
import type { DeviceTopic } from './device-topics.ts'
import type { Intake } from './intake.ts'
import type { NewRefusal, Refusals } from './refusals.ts'
import type { Problem } from './telemetry-document.ts'

/** What the device presence needs to hear from the messages. */
export interface PresenceListener {
  heard(deviceId: number): void
  said(deviceId: number, status: 'online' | 'offline'): void
}

/** Where a message came from, for the list of refusals. */
type Origin = Pick<NewRefusal, 'source' | 'address' | 'nameless'>

const noSuchDevice = { field: 'lesiId', reason: 'no such device' }

interface Dependencies {
  readonly catalogue: Catalogue
  readonly intake: Intake
  readonly presence: PresenceListener
  readonly refusals: Refusals
}

/** MQTT messages of devices, whichever broker brought them. */
export class DeviceMessages {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Resolves with null when the message has been dealt with for good: its readings are on disk. Resolves with the problem of a
   * message that was refused, counted and listed; sending it again would change nothing. Rejects when it should be sent again.
   */
  async receive(topic: DeviceTopic, payload: Buffer, source: Origin): Promise<Problem | null> {
    const { catalogue, refusals } = this.#dependencies
    const device = catalogue.device(topic.lesiId)
    if (!device) return this.#refuse(topic.lesiId, { ...source, nameless: true }, noSuchDevice, payload)
    if (topic.kind === 'status') return this.#takeStatus(device, payload, source)
    this.#dependencies.presence.heard(device.id)
    if (payload.length > maximumMessageBytes) {
      return this.#refuse(
        device.lesiId,
        source,
        { field: 'document', reason: `has ${payload.length} bytes; ${maximumMessageBytes} are allowed` },
        payload,
      )
    }
    try {
      const outcome = await this.#dependencies.intake.take(device, payload.toString('utf8'))
      return 'problem' in outcome ? this.#refuse(device.lesiId, source, outcome.problem, payload) : null
    } catch (error) {
      const reason = error instanceof AppError ? error.message : 'could not be stored'
      refusals.add({ ...source, lesiId: device.lesiId, field: 'store', reason, message: payload })
      throw error
    }
  }

  #takeStatus(device: CatalogueDevice, payload: Buffer, source: Origin): Problem | null {
    const status = payload.length > 16 ? '' : payload.toString('utf8')
    if (status !== 'online' && status !== 'offline') {
      return this.#refuse(device.lesiId, source, { field: 'status', reason: 'must be online or offline' }, payload)
    }
    this.#dependencies.presence.said(device.id, status)
    return null
  }

  #refuse(lesiId: string, source: Origin, problem: Problem, payload: Buffer): Problem {
    this.#dependencies.refusals.add({ ...source, lesiId, ...problem, message: payload })
    return problem
  }
}
