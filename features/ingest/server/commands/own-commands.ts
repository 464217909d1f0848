import type { CommandReadiness, CommandTarget } from '#kit/model/device-command.ts'
import type { CatalogueDevice } from '#kit/server/catalogue.ts'
import type { Clock } from '#kit/server/clock.ts'
import type {
  CommandOffer,
  CommandOutcome,
  CommandProtocol,
  DeviceCommand,
  SendOptions,
} from '#kit/server/devices/device-commands.ts'
import type { CommandOutlet } from '../mqtt/command-outlet.ts'
import { commandTopic } from '../mqtt/own-topics.ts'
import type { Problem } from '#kit/server/documents/document-value.ts'
import { readAnswer } from './answer-document.ts'
import { untilDeadline } from './until-deadline.ts'

interface Waiting {
  readonly lesiId: string
  readonly answer: (outcome: CommandOutcome) => void
}

interface Dependencies {
  readonly outlet: CommandOutlet
  readonly clock: Clock
}

const unknownCommand = {
  field: 'id',
  reason: 'is of no command that waits for an answer',
}

/** Commands over the own topics `warroom/v1/{lesiId}/command` and `…/command/answer`. */
export class OwnCommands implements CommandProtocol {
  readonly name = 'warroom'
  readonly #dependencies: Dependencies
  /** By id of the command. */
  readonly #waiting = new Map<string, Waiting>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  offer({ lesiId }: CatalogueDevice, described: readonly CommandTarget[]): CommandOffer | null {
    if (described.length === 0) return null
    return { targets: described, readiness: this.#readiness(lesiId) }
  }

  async send(command: DeviceCommand, options: SendOptions): Promise<CommandOutcome> {
    const { outlet, clock } = this.#dependencies
    const { id, device, target, value } = command
    const { lesiId } = device
    const readiness = this.#readiness(lesiId)
    if (readiness !== 'ready') return { outcome: readiness }
    const expiresInMs = options.deadline - clock()
    if (expiresInMs <= 0) return { outcome: 'not-connected' }
    const answered = Promise.withResolvers<CommandOutcome>()
    let last: CommandOutcome = { outcome: 'unanswered' }
    const answer = (outcome: CommandOutcome) => {
      last = outcome
      if (outcome.outcome === 'accepted') options.onAccepted()
      else answered.resolve(outcome)
    }
    this.#waiting.set(id, { lesiId, answer })
    try {
      const document = { id, name: target.id, value, expires: options.deadline }
      const payload = Buffer.from(JSON.stringify(document))
      outlet.publishCommand({ topic: commandTopic(lesiId), payload, id, expiresInMs })
      return await untilDeadline(answered.promise, () => last, expiresInMs, options.signal)
    } finally {
      this.#waiting.delete(id)
    }
  }

  #readiness(lesiId: string): CommandReadiness {
    return this.#dependencies.outlet.readiness(lesiId, commandTopic(lesiId))
  }

  /** Takes what a device answers; what is wrong with it, if anything. */
  answer(lesiId: string, payload: Uint8Array): Problem | null {
    const read = readAnswer(payload)
    if ('problem' in read) return read.problem
    const waiting = this.#waiting.get(read.id)
    if (waiting?.lesiId !== lesiId) return unknownCommand
    if (read.outcome.outcome !== 'accepted') this.#waiting.delete(read.id)
    waiting.answer(read.outcome)
    return null
  }
}
