import { createServer, type Server, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Aedes, type AedesOptions, type AedesPublishPacket, type Client } from 'aedes'
import { RateLimiter } from '#kit/server/budget/rate-limiter.ts'
import { networkSource } from '#kit/server/process/network-source.ts'
import type { Bus } from '#kit/server/bus.ts'
import {
  bytesPerSecond,
  connectionsOfDevicePerSecond,
  connectionsPerSecond,
  maximumConnectionsPerDevice,
  maximumUnreleasedMessages,
} from '../../contract/limits.ts'
import type { CommandOutlet } from '../mqtt/command-outlet.ts'
import type { DeviceMessages } from '../mqtt/device-messages.ts'
import { isOwnTopicFilter, topicsOfFilter } from '../mqtt/device-topics.ts'
import { BrokerStore } from './broker-store.ts'
import { ConnectionTurns } from './connection/connection-turns.ts'
import {
  commandReadiness,
  extendKeepAlive,
  restrictSubscriptions,
} from './connection/client-internals.ts'
import { prepareConnect } from './connection/connect-packet.ts'
import { DeviceConnection, tooManyBytes, type ConnectionServices } from './device-connection.ts'
import type { Credentials } from './device-credentials.ts'
import { takePublish } from './device-publish.ts'
import { DeviceSignIn } from './device-sign-in.ts'
import { acknowledgementOf, reasonCodes } from './mqtt5/reason-codes.ts'
import { endReason } from './connection/end-reason.ts'
import { hostState } from '../sparkplug/host-messages.ts'
import { brokerMessage, RetainedMessages } from './retained-messages.ts'

interface Dependencies extends Credentials, ConnectionServices {
  readonly messages: DeviceMessages
  readonly commands: CommandOutlet
  /** How the host of Sparkplug is called. */
  readonly sparkplugHostId: string
  readonly bus: Bus
}

export interface EmbeddedBroker {
  /** Plain TCP; the caller listens. */
  readonly server: Server
  /** Takes a connection over TCP, also one with TLS. */
  accept(socket: Socket): void
  /** Takes a connection from elsewhere, such as a WebSocket, that comes from `address`. */
  handle(connection: Duplex, address: string): void
  connectedCount(): number
  close(): Promise<void>
}

type Connections = WeakMap<Client, DeviceConnection>
type Hooks = Pick<
  AedesOptions,
  'preConnect' | 'authenticate' | 'authorizePublish' | 'authorizeSubscribe' | 'authorizeForward'
>

/** Bytes that may wait for a device that does not read before what it subscribed to is left out. */
const maximumUnreadBytes = 16 * 1024
/** A device that has not read for so long is gone. */
const unreadForMs = 10_000
const connectTimeoutMs = 10_000
/** A peer of whom nothing was received for so long is asked by TCP whether it is there. */
export const keepAliveProbeMs = 60_000

/**
 * The MQTT broker inside the application. A device signs in with LESI ID and token and may touch
 * its own topics only. Its PUBACK leaves after `DeviceMessages` has dealt with the message; while
 * that waits, the device's own window is the back-pressure.
 */
export async function startEmbeddedBroker(dependencies: Dependencies): Promise<EmbeddedBroker> {
  const { bus, catalogue } = dependencies
  const connections: Connections = new WeakMap()
  const signIn = new DeviceSignIn(dependencies)
  const broker = await Aedes.createBroker({
    concurrency: 1_000,
    queueLimit: 1_000,
    // The store counts them.
    maxInflightInbound: 0,
    connectTimeout: connectTimeoutMs,
    drainTimeout: unreadForMs,
    persistence: createStore(dependencies, connections),
  })
  const retained = new RetainedMessages(broker)
  Object.assign(broker, hooks(dependencies, connections, signIn, broker, retained))
  watchClients(dependencies, connections, broker)
  const stopListening = bus.on('deviceTokenChanged', ({ lesiId }) => {
    signIn.endAll(lesiId)
    retained.clearUnlessOf(lesiId, catalogue.device(lesiId))
  })
  bus.on('deviceCertificateRevoked', ({ lesiId }) => signIn.endAll(lesiId))
  announceHost(dependencies, broker, signIn)
  const accept = acceptor(dependencies, connections, broker)
  const acceptSocket = (socket: Socket) =>
    accept(socket.setNoDelay(true).setKeepAlive(true, keepAliveProbeMs), socket.remoteAddress ?? '')
  const server = createServer(acceptSocket)
  return {
    ...{ server, accept: acceptSocket },
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

/** Edge nodes of Sparkplug learn that their host is there; devices receive its commands. */
function announceHost(
  { commands, sparkplugHostId }: Dependencies,
  broker: Aedes,
  signIn: DeviceSignIn,
): void {
  const publish = (topic: string, payload: Buffer, retain: boolean) =>
    broker.publish(brokerMessage(topic, payload, retain), () => {})
  commands.connect({
    publish: (topic, payload) => publish(topic, payload, false),
    readiness: (lesiId, topic) => commandReadiness(topic, signIn.clientsOf(lesiId)),
    publishCommand: ({ topic, payload }) =>
      broker.publish({ ...brokerMessage(topic, payload, false), qos: 1 }, () => {}),
  })
  const { current, former } = hostState(sparkplugHostId, true, Date.now())
  for (const { topic, payload } of [current, former]) publish(topic, payload, true)
}

function createStore(dependencies: Dependencies, connections: Connections): BrokerStore {
  return new BrokerStore({
    budget: dependencies.budget,
    countIdentifiers: (client, count) => countIdentifiers(connections.get(client), count),
    retainedTopics: (filter) => topicsOfFilter(filter, dependencies.sparkplugHostId),
    onNotRetained: (packet) => refuseToRetain(dependencies, packet),
  })
}

/** What the broker asks before it does something for a client. */
function hooks(
  dependencies: Dependencies,
  connections: Connections,
  signIn: DeviceSignIn,
  broker: Aedes,
  retained: RetainedMessages,
): Hooks {
  const publishing = { ...dependencies, retained, broker }
  return {
    preConnect(client, packet, callback) {
      const { willBytes, problem } = prepareConnect(packet)
      Object.assign(connections.get(client) ?? {}, { willBytes, connectProblem: problem })
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
      const { translation } = connection
      takePublish(publishing, { device, address }, packet).then(
        (receipt) => {
          const acknowledgement = translation ? acknowledgementOf(receipt) : null
          if (acknowledgement && packet.messageId !== undefined)
            translation?.acknowledge(packet.messageId, acknowledgement)
          callback()
        },
        (error: unknown) => {
          const failure = error instanceof Error ? error : new Error(String(error))
          translation?.disconnect(reasonCodes.busy, failure.message)
          callback(failure)
        },
      )
    },
    authorizeSubscribe: (client, subscription, callback) =>
      callback(
        null,
        isOwnTopic(dependencies, connections.get(client), subscription.topic) ? subscription : null,
      ),
    // One that subscribes and does not read must not hold up the others.
    authorizeForward: (client, packet) => {
      const isUnread = client.conn.writableLength > maximumUnreadBytes
      const wishes = connections.get(client)?.translation?.retained
      return isUnread || (packet.retain && wishes?.wants(packet.topic) === false) ? null : packet
    },
  }
}

/** Whether a device may subscribe to this; lists it when not. */
function isOwnTopic(
  { sparkplugHostId }: Dependencies,
  connection: DeviceConnection | undefined,
  filter: string,
): boolean {
  if (isOwnTopicFilter(filter, connection?.device?.lesiId ?? '', sparkplugHostId)) return true
  connection?.refuse('topic', `${filter.slice(0, 200)} is not a topic of this device`)
  return false
}

/** Lists why connections end, and notes the signs of life of those that go on. */
function watchClients({ messages }: Dependencies, connections: Connections, broker: Aedes): void {
  const ended = (client: Client, error: Error) => {
    const reason = endReason(error)
    if (reason !== null) connections.get(client)?.refuse('packet', reason)
  }
  broker.on('clientError', ended)
  broker.on('connectionError', ended)
  broker.on('ping', (_packet, client: Client) =>
    messages.signOfLife(connections.get(client)?.device?.lesiId ?? ''),
  )
}

/** Begins to serve a connection, at the pace that its sender may have. */
function acceptor(
  dependencies: Dependencies,
  connections: Connections,
  broker: Aedes,
): (stream: Duplex, address: string) => void {
  const bytes = new RateLimiter(bytesPerSecond, bytesPerSecond)
  const turns = new ConnectionTurns(
    new RateLimiter(connectionsPerSecond, connectionsPerSecond),
    new RateLimiter(connectionsOfDevicePerSecond, maximumConnectionsPerDevice),
  )
  return (stream, address) => {
    const connection = new DeviceConnection(dependencies, bytes, stream, address)
    if (!connection.open()) return
    // The broker listens for errors from its turn on.
    stream.on('error', () => stream.destroy())
    connection.turn = turns.enter(networkSource(address), () => {
      const client = broker.handle(stream)
      connections.set(client, connection)
      connection.onSkip = () => extendKeepAlive(client)
      restrictSubscriptions(client, connection)
    })
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
