import type { Problem } from '#kit/server/documents/document-value.ts'
import type { Logger } from 'pino'
import { AppError } from '#kit/model/calls/errors.ts'
import type { Catalogue, CatalogueDevice } from '#kit/server/catalogue.ts'
import { maximumMessageBytes } from '#kit/model/limits.ts'
import type { DeviceTopic } from './device-topics.ts'
import type { Intake, Outcome } from '../intake/intake.ts'
import { Defects } from '../refusals/defects.ts'
import { parseShadow } from '../shadow/shadow-document.ts'
import type { ShadowTopic } from '../shadow/shadow-topics.ts'
import type { OwnCommands } from '../commands/own-commands.ts'
import type { SparkplugHost } from '../sparkplug/sparkplug-host.ts'
import { listedProblems } from '../refusals/listed-problems.ts'
import type { NewRefusal, Refusals } from '../refusals/refusals.ts'

/** Learns from the messages which devices are there. */
export interface PresenceListener {
  messageReceived(deviceId: number): void
  statusReported(deviceId: number, status: 'online' | 'offline'): void
}

/** Where a message came from, for the list of refusals. */
type Origin = Pick<NewRefusal, 'source' | 'address' | 'nameless'>

/** What became of a message for good. */
export interface Receipt {
  /** Whether nothing of it was taken. */
  readonly isRefused: boolean
  /**
   * What was refused: counted, listed, and sent to the device. Sending it again would have the same
   * end.
   */
  readonly problems: readonly Problem[]
}

const taken: Receipt = { isRefused: false, problems: [] }
const noSuchDevice = { field: 'lesiId', reason: 'no such device' }
const wrongStatus = { field: 'status', reason: 'must be online or offline' }
/** Its true length is not there any more: a long PUBLISH has been shortened. */
const tooLong = { field: 'document', reason: `has more than ${maximumMessageBytes} bytes` }

/** Somebody else sends it when the device is gone. */
const isDeath = (topic: DeviceTopic) =>
  topic.kind === 'sparkplug' && topic.sparkplug.kind === 'NDEATH'

interface Dependencies {
  readonly catalogue: Catalogue
  readonly intake: Intake
  readonly sparkplug: SparkplugHost
  readonly ownCommands: Pick<OwnCommands, 'answer'>
  readonly presence: PresenceListener
  readonly refusals: Refusals
  readonly logger: Logger
}

/** MQTT messages of devices, whichever broker brought them. */
export class DeviceMessages {
  readonly #dependencies: Dependencies
  readonly #defects = new Defects()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Resolves when the message has been dealt with for good: what can be stored of it is on disk,
   * the rest is refused. Rejects when it should be sent again, because it may be taken later. Waits
   * while too many documents of the device are waiting.
   */
  async receive(topic: DeviceTopic, payload: Buffer, source: Origin): Promise<Receipt> {
    const { catalogue } = this.#dependencies
    const device = catalogue.device(topic.lesiId)
    if (!device)
      return this.#refuse(topic.lesiId, { ...source, nameless: true }, noSuchDevice, payload)
    const { lesiId } = device
    try {
      if (topic.kind === 'status') return this.#takeStatus(device, payload, source)
      if (!isDeath(topic)) this.#dependencies.presence.messageReceived(device.id)
      if (payload.length > maximumMessageBytes)
        return this.#refuse(lesiId, source, tooLong, payload)
      const { stored, refused } = await this.#take(device, topic, payload, source)
      if (refused.length === 0) return taken
      const problems = listedProblems(refused)
      for (const problem of problems) this.#refuse(lesiId, source, problem, payload)
      return { isRefused: stored === 0 && problems.length > 0, problems }
    } catch (error) {
      return this.#failed(error, lesiId, source, payload)
    }
  }

  /** The device sent a sign of life without content. */
  signOfLife(lesiId: string): void {
    const { catalogue, presence, sparkplug } = this.#dependencies
    const device = catalogue.device(lesiId)
    if (!device) return
    presence.messageReceived(device.id)
    sparkplug.signOfLife(device)
  }

  async #take(
    device: CatalogueDevice,
    topic: Exclude<DeviceTopic, { readonly kind: 'status' }>,
    payload: Buffer,
    { source }: Origin,
  ): Promise<Outcome> {
    const { intake, sparkplug, ownCommands } = this.#dependencies
    switch (topic.kind) {
      case 'telemetry':
        return intake.take(device, payload, 'wait', source)
      case 'answer': {
        const problem = ownCommands.answer(device.lesiId, payload)
        return { stored: 0, refused: problem ? [problem] : [] }
      }
      case 'sparkplug':
        return sparkplug.take(device, topic.sparkplug, payload, source)
      case 'shadow':
        return this.#takeShadow(device, topic, payload, source)
    }
  }

  async #takeShadow(
    device: CatalogueDevice,
    { call, shadow }: ShadowTopic,
    payload: Buffer,
    source: string,
  ): Promise<Outcome> {
    // What is asked of a shadow is answered by the broker.
    if (call !== 'update') return { stored: 0, refused: [] }
    const parsed = parseShadow(payload, shadow)
    if ('problem' in parsed) return { stored: 0, refused: [parsed.problem] }
    const { values, refused } = parsed
    const document = { bytes: payload.length, values }
    const outcome = await this.#dependencies.intake.take(device, document, 'wait', source)
    return { stored: outcome.stored, refused: [...refused, ...outcome.refused] }
  }

  /** A defect is refused for good; what may pass is listed and thrown. */
  #failed(error: unknown, lesiId: string, source: Origin, message: Buffer): Receipt {
    const { refusals, logger } = this.#dependencies
    if (!(error instanceof AppError))
      return this.#refuse(lesiId, source, this.#defects.problemOf(error, logger, lesiId), message)
    refusals.add({ ...source, lesiId, field: 'store', reason: error.message, message })
    throw error
  }

  #takeStatus(device: CatalogueDevice, payload: Buffer, source: Origin): Receipt {
    const status = payload.length > 16 ? '' : payload.toString('utf8')
    if (status !== 'online' && status !== 'offline')
      return this.#refuse(device.lesiId, source, wrongStatus, payload)
    this.#dependencies.presence.statusReported(device.id, status)
    return taken
  }

  #refuse(lesiId: string, source: Origin, problem: Problem, payload: Buffer): Receipt {
    this.#dependencies.refusals.add({ ...source, lesiId, ...problem, message: payload })
    return { isRefused: true, problems: [problem] }
  }
}
