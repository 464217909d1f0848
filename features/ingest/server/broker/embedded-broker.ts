import { randomUUID } from 'node:crypto'
import { createServer, type Server, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Aedes, type AedesPublishPacket, type Client, type ConnectPacket } from 'aedes'
import { Pace } from '#kit/server/budget/pace.ts'
import type { Bus } from '#kit/server/bus.ts'
import {
  bytesPerSecond,
  connectionsPerSecond,
  maximumClientIdLength,
  maximumUnreleasedMessages,
  maximumWillBytes,
} from '../../contract/limits.ts'
import { BrokerStore } from './broker-store.ts'
import { DeviceConnection, tooManyBytes, type ConnectionServices } from './device-connection.ts'
import type { Credentials } from './device-credentials.ts'
import type { DeviceMessages, PresenceListener } from '../mqtt/device-messages.ts'
import { takePublish } from './device-publish.ts'
import { DeviceSignIn } from './device-sign-in.ts'
import { restrictSubscriptions, isOwnTopic } from './device-subscriptions.ts'
import { endReason } from './end-reason.ts'
import { RetainedMessages } from './retained-messages.ts'

interface Dependencies extends Credentials, ConnectionServices {
  readonly messages: DeviceMessages
  readonly presence: PresenceListener
  readonly bus: Bus
}

export interface EmbeddedBroker {
  /** Plain TCP; the caller listens. */
  readonly server: Server
  /** Takes a connection from elsewhere, such as a WebSocket, that comes from `address`. */
  handle(connection: Duplex, address: string): void
  connectedCount(): number
  close(): Promise<void>
}

/** Bytes that may wait for a device that does not read before what it subscribed to is left out. */
const maximumUnreadBytes = 16 * 1024
/** A device that has not read for so long is gone. */
const unreadForMs = 10_000
const connectWithinMs = 10_000
const keepAliveProbeMs = 60_000
const identifierRejected = 2
const notAuthorised = 5

/**
 * The MQTT broker inside the application. A device signs in with LESI ID and token and may touch
 * its own topics only. Its PUBACK leaves after `DeviceMessages` has dealt with the message; while
 * that waits, the device's own window is the back-pressure.
 */
export async function startEmbeddedBroker(dependencies: Dependencies): Promise<EmbeddedBroker> {
  const { bus, presence, catalogue } = dependencies
  const connections = new WeakMap<Client, DeviceConnection>()
  const signIn = new DeviceSignIn(dependencies)
  const paces = {
    bytes: new Pace(bytesPerSecond, bytesPerSecond),
    connections: new Pace(connectionsPerSecond, connectionsPerSecond),
  }
  const broker: Aedes = await Aedes.createBroker({
    concurrency: 1_000,
    queueLimit: 1_000,
    // The store counts them.
    maxInflightInbound: 0,
    connectTimeout: connectWithinMs,
    drainTimeout: unreadForMs,
    persistence: new BrokerStore({
      budget: dependencies.budget,
      countIdentifiers: (client, count) => countIdentifiers(connections.get(client), count),
      onNotRetained: (packet) => refuseToRetain(dependencies, packet),
    }),
    preConnect(client, packet, callback) {
      prepareConnect(connections.get(client), packet)
      callback(null, true)
    },
    authenticate: (client, username, password, done) => {
      const connection = connections.get(client)
      if (connection) signIn.authenticate(client, connection, username, password, done)
      else done(null, false)
    },
    authorizePublish: (client, packet, callback) => {
      const connection = client ? connections.get(client) : undefined
      if (!connection?.device) return callback(new Error('not signed in'))
      const { device, address } = connection
      takePublish({ ...dependencies, retained }, broker, { device, address }, packet).then(
        () => callback(),
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
      )
    },
    authorizeSubscribe: (client, subscription, callback) =>
      callback(null, isOwnTopic(connections.get(client), subscription.topic) ? subscription : null),
    // One that subscribes and does not read must not hold up the others.
    authorizeForward: (client, packet) =>
      client.conn.writableLength > maximumUnreadBytes ? null : packet,
  })
  const retained = new RetainedMessages(broker)
  const ended = (client: Client, error: Error) => {
    const reason = endReason(error)
    const connection = connections.get(client)
    if (reason !== null) connection?.refuse('packet', reason)
  }
  broker.on('clientError', ended)
  broker.on('connectionError', ended)
  broker.on('ping', (_packet, client: Client) => {
    const device = catalogue.device(connections.get(client)?.device?.lesiId ?? '')
    if (device) presence.heard(device.id)
  })
  const stopListening = bus.on('deviceTokenChanged', ({ lesiId }) => {
    signIn.endAll(lesiId)
    retained.clearUnlessOf(lesiId, catalogue.device(lesiId))
  })
  const accept = (stream: Duplex, address: string) => {
    const connection = new DeviceConnection(dependencies, paces, stream, address)
    if (!connection.open()) return
    const client = broker.handle(stream)
    connections.set(client, connection)
    restrictSubscriptions(client, connection)
  }
  const server = createServer((socket: Socket) =>
    accept(
      socket.setNoDelay(true).setKeepAlive(true, keepAliveProbeMs),
      socket.remoteAddress ?? '',
    ),
  )
  return {
    server,
    handle: accept,
    connectedCount: () => broker.connectedClients,
    async close() {
      stopListening()
      const closed = new Promise<void>((resolve) =>
        server.listening ? server.close(() => resolve()) : resolve(),
      )
      await new Promise<void>((resolve) => broker.close(() => resolve()))
      await closed
    },
  }
}

/** Bounds what the broker stores of a CONNECT, and notes what is wrong with it for the CONNACK. */
function prepareConnect(connection: DeviceConnection | undefined, packet: ConnectPacket): void {
  const { clientId, will } = packet
  const username = (packet.username ?? '').slice(0, 64)
  // A device must not end another one's connection by using its client id; without one, each
  // connection is its own (3.1.3.1).
  packet.clientId = `${username}/${clientId.slice(0, maximumClientIdLength) || randomUUID()}`
  // No session outlives its connection: readings sent again are recognised by themselves, and
  // nothing is kept for the absent.
  packet.clean = true
  if (!connection) return
  if (clientId.length > maximumClientIdLength) {
    const reason = `has ${clientId.length} characters; ${maximumClientIdLength} are allowed`
    connection.connectProblem = { field: 'client id', reason, returnCode: identifierRejected }
  }
  if (!will) return
  // A copy: the payload is a part of all that was read at once.
  will.payload = Buffer.from(will.payload)
  connection.willBytes = will.topic.length + will.payload.length
  if (connection.willBytes > maximumWillBytes) {
    const reason = `has ${connection.willBytes} bytes; ${maximumWillBytes} are allowed`
    connection.connectProblem = { field: 'will', reason, returnCode: notAuthorised }
  }
}

/** What is wrong with so many QoS 2 messages that wait for their PUBREL; null when nothing is. */
function countIdentifiers(connection: DeviceConnection | undefined, count: number): string | null {
  if (count > maximumUnreleasedMessages)
    return `more than ${maximumUnreleasedMessages} QoS 2 messages wait for their PUBREL`
  const excess = connection?.budget.countIdentifiers(count) ?? null
  return excess === null ? null : tooManyBytes[excess]
}

function refuseToRetain({ refusals }: Dependencies, { topic, payload }: AedesPublishPacket): void {
  const lesiId = topic.split('/')[2] ?? null
  const reason = 'was taken and is not retained: there is no room'
  refusals.add({ source: `MQTT ${topic}`, lesiId, field: 'retain', reason, message: payload })
}
