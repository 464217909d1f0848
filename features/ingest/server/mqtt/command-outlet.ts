import type { CommandReadiness } from '#kit/model/device-command.ts'

/** A message to the command topic of a device of the own protocol. */
export interface CommandMessage {
  readonly topic: string
  readonly payload: Buffer
  readonly id: string
  /** How long it means anything. */
  readonly expiresInMs: number
}

/** The way to devices at one broker. Nothing is queued there for a device that is away. */
export interface DeviceBroker {
  publish(topic: string, payload: Buffer): void
  /** Whether what is published to this topic of commands would reach this device now. */
  readiness(lesiId: string, topic: string): CommandReadiness
  publishCommand(message: CommandMessage): void
}

const noBroker: DeviceBroker = {
  publish: () => undefined,
  readiness: () => 'not-connected',
  publishCommand: () => undefined,
}

/** The way to devices at whichever broker serves them; what comes before there is one is lost. */
export class CommandOutlet implements DeviceBroker {
  #broker = noBroker

  /** Commands leave by this broker from now on. */
  connect(broker: DeviceBroker): void {
    this.#broker = broker
  }

  publish(topic: string, payload: Buffer): void {
    this.#broker.publish(topic, payload)
  }

  readiness(lesiId: string, topic: string): CommandReadiness {
    return this.#broker.readiness(lesiId, topic)
  }

  publishCommand(message: CommandMessage): void {
    this.#broker.publishCommand(message)
  }
}
