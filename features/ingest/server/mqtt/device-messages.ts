import { AppError } from '#kit/model/errors.ts'
import type { Catalogue, CatalogueDevice } from '#kit/server/catalogue.ts'
import { maximumMessageBytes } from '#kit/model/limits.ts'
import type { DeviceTopic } from './device-topics.ts'
import type { Intake } from '../intake/intake.ts'
import { listedProblems } from '../refusals/listed-problems.ts'
import type { NewRefusal, Refusals } from '../refusals/refusals.ts'
import type { Problem } from '../documents/telemetry-document.ts'

/** What the device presence needs to hear from the messages. */
export interface PresenceListener {
  heard(deviceId: number): void
  said(deviceId: number, status: 'online' | 'offline'): void
}

/** Where a message came from, for the list of refusals. */
type Origin = Pick<NewRefusal, 'source' | 'address' | 'nameless'>

/** What became of a message for good. */
export interface Receipt {
  /** Whether nothing of it was taken. */
  readonly isRefused: boolean
  /**
   * What was refused: counted and listed, and for the device to know. Sending it again would change
   * nothing.
   */
  readonly problems: readonly Problem[]
}

const taken: Receipt = { isRefused: false, problems: [] }
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
   * Resolves when the message has been dealt with for good: what can be stored of it is on disk,
   * the rest is refused. Rejects when it should be sent again, because it may be taken later. Waits
   * while too many documents of the device are waiting.
   */
  async receive(topic: DeviceTopic, payload: Buffer, source: Origin): Promise<Receipt> {
    const { catalogue, refusals } = this.#dependencies
    const device = catalogue.device(topic.lesiId)
    if (!device)
      return this.#refuse(topic.lesiId, { ...source, nameless: true }, noSuchDevice, payload)
    if (topic.kind === 'status') return this.#takeStatus(device, payload, source)
    this.#dependencies.presence.heard(device.id)
    if (payload.length > maximumMessageBytes) {
      return this.#refuse(
        device.lesiId,
        source,
        {
          field: 'document',
          reason: `has ${payload.length} bytes; ${maximumMessageBytes} are allowed`,
        },
        payload,
      )
    }
    try {
      const { stored, refused } = await this.#dependencies.intake.take(device, payload, 'wait')
      const problems = listedProblems(refused)
      for (const problem of problems) this.#refuse(device.lesiId, source, problem, payload)
      return { isRefused: stored === 0 && problems.length > 0, problems }
    } catch (error) {
      const reason = error instanceof AppError ? error.message : 'could not be stored'
      refusals.add({ ...source, lesiId: device.lesiId, field: 'store', reason, message: payload })
      throw error
    }
  }

  #takeStatus(device: CatalogueDevice, payload: Buffer, source: Origin): Receipt {
    const status = payload.length > 16 ? '' : payload.toString('utf8')
    if (status !== 'online' && status !== 'offline') {
      return this.#refuse(
        device.lesiId,
        source,
        { field: 'status', reason: 'must be online or offline' },
        payload,
      )
    }
    this.#dependencies.presence.said(device.id, status)
    return taken
  }

  #refuse(lesiId: string, source: Origin, problem: Problem, payload: Buffer): Receipt {
    this.#dependencies.refusals.add({ ...source, lesiId, ...problem, message: payload })
    return { isRefused: true, problems: [problem] }
  }
}
