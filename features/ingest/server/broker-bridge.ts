import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { connect, type IPublishPacket, type MqttClient } from 'mqtt'
import type { Logger } from 'pino'
import { StartupError } from '#kit/server/startup-error.ts'
import type { DeviceMessages } from './device-messages.ts'
import { parseDeviceTopic, refusedTopic } from './device-topics.ts'

export interface BrokerBridge {
  connectedCount(): number
  /** Takes nothing more, lets what was taken be stored and acknowledged, and disconnects. The broker keeps the rest. */
  close(): Promise<void>
}

export interface BridgeOptions {
  readonly url: string
  /** Names this server at the broker: the same after every restart, and no other server's. */
  readonly identity: string
  /** The library hands a connection's messages over one after the other, so this many wait for the disk at once. */
  readonly connections?: number
}

const connectionsDefault = 32

/** An identity that stays with a data directory, wherever it is mounted and whatever the machine is called. */
export function bridgeIdentity(dataDirectory: string): string {
  const { ino, birthtimeMs } = statSync(dataDirectory)
  return createHash('sha256').update(`${ino} ${birthtimeMs}`).digest('hex').slice(0, 12)
}

/**
 * Takes the devices' messages from an external broker through shared subscriptions, at QoS 1. A message is acknowledged to the broker
 * after it has been dealt with; one that could not be stored is left unacknowledged and the connection renewed, so that the broker
 * sends it again. The sessions are persistent and have stable names: what a killed server had not acknowledged, and what comes
 * while it is away, waits at the broker (within the broker's own limits).
 * Who may publish where is the external broker's to enforce: the LESI ID is taken from the topic.
 */
export async function startBrokerBridge(options: BridgeOptions, messages: DeviceMessages, logger: Logger): Promise<BrokerBridge> {
  const links = Array.from(
    { length: options.connections ?? connectionsDefault },
    (_, index) => new BridgeLink(options, index, messages, logger),
  )
  const close = async () => void (await Promise.all(links.map((link) => link.close())))
  try {
    await Promise.all(links.map((link) => link.firstConnect()))
  } catch (error) {
    await close()
    const reason = error instanceof Error ? error.message || String('code' in error ? error.code : error.name) : String(error)
    throw new StartupError(`Cannot use the MQTT broker that MQTT_URL names: ${reason}`, { cause: error })
  }
  return { connectedCount: () => links.filter((link) => link.connected).length, close }
}

class BridgeLink {
  readonly #client: MqttClient
  readonly #messages: DeviceMessages
  readonly #logger: Logger
  #taking: Promise<void> | null = null
  #closing = false

  constructor({ url, identity }: BridgeOptions, index: number, messages: DeviceMessages, logger: Logger) {
    this.#messages = messages
    this.#logger = logger
    this.#client = connect(url, {
      clientId: `warroom-${identity}-${index}`,
      clean: false,
      reconnectPeriod: 1_000,
      keepalive: 30,
      resubscribe: false,
    })
    this.#client.on('connect', () => {
      // Every server needs every status, the retained ones too; telemetry is shared out.
      const telemetry = '$share/warroom/warroom/v1/+/telemetry'
      this.#client.subscribe(index === 0 ? [telemetry, 'warroom/v1/+/status'] : [telemetry], { qos: 1 })
    })
    this.#client.on('error', (error) => logger.warn({ err: error }, 'external MQTT broker'))
    this.#client.handleMessage = (packet, done) => void (this.#taking = this.#handle(packet, done))
  }

  get connected(): boolean {
    return this.#client.connected
  }

  firstConnect(): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#client.connected) return resolve()
      this.#client.once('connect', () => resolve())
      this.#client.once('error', reject)
    })
  }

  async close(): Promise<void> {
    this.#closing = true
    await this.#taking
    await this.#client.endAsync(!this.#client.connected)
  }

  async #handle(packet: IPublishPacket, done: () => void): Promise<void> {
    // Without `done` the message stays unacknowledged, and the broker's.
    if (this.#closing) return
    const { stream } = this.#client
    try {
      await this.#take(packet)
      done()
    } catch (error) {
      this.#logger.warn({ err: error, topic: packet.topic }, 'message left to the broker: it will come again')
      stream.destroy()
    }
  }

  async #take(packet: IPublishPacket): Promise<void> {
    const topic = parseDeviceTopic(packet.topic)
    if (!topic) return
    const { problems } = await this.#messages.receive(topic, Buffer.from(packet.payload), { source: `MQTT ${packet.topic}` })
    for (const problem of problems) this.#client.publish(refusedTopic(topic.lesiId), JSON.stringify(problem), { qos: 0 })
  }
}
