import { randomUUID } from 'node:crypto'
import { createServer, type Server, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Aedes, type Client } from 'aedes'
import type { Logger } from 'pino'
import { AppError } from '#kit/model/errors.ts'
import type { Bus } from '#kit/server/bus.ts'
import type { CatalogueDevice } from '#kit/server/catalogue.ts'
import { maximumMessageBytes } from '../contract/limits.ts'
import { asConnectError, authenticate, type Credentials } from './device-credentials.ts'
import type { DeviceMessages, PresenceListener } from './device-messages.ts'
import { takePublish } from './device-publish.ts'
import { isOwnTopicFilter } from './device-topics.ts'
import { guardFrames } from './frame-guard.ts'
import { RetainedMessages } from './retained-messages.ts'

interface Dependencies extends Credentials {
  readonly messages: DeviceMessages
  readonly presence: PresenceListener
  readonly bus: Bus
  readonly logger: Logger
}

export interface EmbeddedBroker {
  /** Plain TCP; the caller listens. */
  readonly server: Server
  /** Takes a connection from elsewhere, such as a WebSocket. */
  handle(connection: Duplex): void
  connectedCount(): number
  close(): Promise<void>
}

/** Room for the topic and headers around the largest document. Longer packets end the connection before they are read. */
const maximumPacketBytes = maximumMessageBytes + 4_096
/** Bytes that may wait for a device that does not read before what it subscribed to is left out. */
const maximumUnreadBytes = 16 * 1024
/** A device that has not read for so long is gone. */
const unreadForMs = 10_000
const keepAliveProbeMs = 60_000

/**
 * The MQTT broker inside the application. A device signs in with LESI ID and token and may touch its own topics only. Its PUBACK
 * leaves after `DeviceMessages` has dealt with the message; while that waits, the device's own window is the back-pressure.
 */
export async function startEmbeddedBroker(dependencies: Dependencies): Promise<EmbeddedBroker> {
  const { refusals, logger, bus, presence, catalogue } = dependencies
  const identities = new WeakMap<Client, CatalogueDevice>()
  const broker = await Aedes.createBroker({
    concurrency: 1_000,
    queueLimit: 1_000,
    connectTimeout: 10_000,
    drainTimeout: unreadForMs,
    preConnect(_client, packet, callback) {
      // A device must not end another one's connection by using its client id; without one, each connection is its own (3.1.3.1).
      packet.clientId = `${packet.username ?? ''}/${packet.clientId || randomUUID()}`
      // No session outlives its connection: readings sent again are recognised by themselves, and nothing is kept for the absent.
      packet.clean = true
      callback(null, true)
    },
    authenticate: (client, username, password, done) => {
      authenticate(dependencies, username, password)
        .then((device) => {
          identities.set(client, device)
          done(null, true)
        })
        .catch((error: unknown) => done(asConnectError(error), false))
    },
    authorizePublish: (client, packet, callback) => {
      const device = client ? identities.get(client) : undefined
      if (!device) return callback(new Error('not signed in'))
      takePublish(dependencies, broker, retained, device, packet).then(
        () => callback(),
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
      )
    },
    authorizeSubscribe: (client, subscription, callback) => {
      const lesiId = identities.get(client)?.lesiId ?? ''
      if (!isOwnTopicFilter(subscription.topic, lesiId)) {
        refusals.add({
          source: 'MQTT subscribe',
          lesiId,
          field: 'topic',
          reason: `${subscription.topic} is not a topic of this device`,
        })
        return callback(null, null)
      }
      // At QoS 0 nothing is kept for absent subscribers: the broker's memory stays bounded.
      callback(null, { ...subscription, qos: 0 })
    },
    // One that subscribes and does not read must not hold up the others.
    authorizeForward: (client, packet) => (client.conn.writableLength > maximumUnreadBytes ? null : packet),
  })
  const retained = new RetainedMessages(broker)
  const ended = (client: Client, error: Error) => {
    const lesiId = identities.get(client)?.lesiId ?? null
    logger.debug({ device: lesiId, err: error }, 'MQTT connection ended')
    if (isMalformed(error)) refusals.add({ source: 'MQTT', lesiId, field: 'packet', reason: error.message })
  }
  broker.on('clientError', ended)
  broker.on('connectionError', ended)
  broker.on('ping', (_packet, client: Client) => {
    const device = catalogue.device(identities.get(client)?.lesiId ?? '')
    if (device) presence.heard(device.id)
  })
  const stopListening = bus.on('deviceTokenChanged', ({ lesiId }) => {
    for (const client of Object.values(clientsOf(broker))) if (identities.get(client)?.lesiId === lesiId) client.close()
    retained.clearUnlessOf(lesiId, catalogue.device(lesiId))
  })
  const accept = (connection: Duplex) => {
    guardFrames(connection, maximumPacketBytes, () => {
      const lesiId = identities.get(client)?.lesiId ?? null
      refusals.add({ source: 'MQTT', lesiId, field: 'packet', reason: `is longer than ${maximumPacketBytes} bytes` })
    })
    const client = broker.handle(connection)
  }
  const server = createServer((socket: Socket) => accept(socket.setNoDelay(true).setKeepAlive(true, keepAliveProbeMs)))
  return {
    server,
    handle: accept,
    connectedCount: () => broker.connectedClients,
    async close() {
      stopListening()
      const closed = new Promise<void>((resolve) => (server.listening ? server.close(() => resolve()) : resolve()))
      await new Promise<void>((resolve) => broker.close(() => resolve()))
      await closed
    },
  }
}

function clientsOf(broker: Aedes): Readonly<Record<string, Client>> {
  return (broker as unknown as { readonly clients: Record<string, Client> }).clients
}

/** Whether a connection ended because of bytes that are no MQTT, rather than by the network, a time limit or a refusal told already. */
function isMalformed(error: Error): boolean {
  if (error instanceof AppError || 'code' in error || 'errorCode' in error) return false
  return !/closed|timeout|in time|premature/i.test(error.message)
}
