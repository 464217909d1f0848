import { createServer, type Server, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Aedes, type AedesPublishPacket } from 'aedes'
import { maximumUnreleasedMessages } from '../../contract/limits.ts'
import { topicsOfFilter } from '../mqtt/device-filters.ts'
import { BrokerStore } from './broker-store.ts'
import { commandReadiness } from './connection/client-internals.ts'
import { type DeviceConnection, tooManyBytes } from './device-connection.ts'
import { DeviceSignIn } from './device-sign-in.ts'
import { watchClients } from './connection/watch-clients.ts'
import { hostState } from '../sparkplug/host-messages.ts'
import { brokerMessage, RetainedMessages } from './retained-messages.ts'
import type { Dependencies, Connections } from './broker-services.ts'
import { hooks } from './broker-hooks.ts'
import { acceptor } from './connection-acceptor.ts'

export interface EmbeddedBroker {
  /** Plain TCP; the caller listens. */
  readonly server: Server
  /** Takes a connection over TCP, also one with TLS. */
  accept(socket: Socket): void
  /** Takes a connection from elsewhere, such as a WebSocket, that comes from `address`. */
  handle(connection: Duplex, address: string): void
  connectedCount(): number
  /** The server is about to end: connections that do from now on say nothing of their devices. */
  ignoreWills(): void
  close(): Promise<void>
}

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
  const store = createStore(dependencies, connections)
  const broker = await Aedes.createBroker({
    concurrency: 1_000,
    queueLimit: 1_000,
    // The store counts them.
    maxInflightInbound: 0,
    connectTimeout: connectTimeoutMs,
    drainTimeout: unreadForMs,
    persistence: store,
  })
  const retained = new RetainedMessages(broker)
  let isStopping = false
  const parts = { signIn, broker, retained, isStopping: () => isStopping }
  Object.assign(broker, hooks(dependencies, connections, parts))
  watchClients(dependencies.messages, connections, broker)
  const stopListening = bus.on('deviceTokenChanged', ({ lesiId }) => {
    signIn.endAll(lesiId)
    retained.clearUnlessOf(lesiId, catalogue.device(lesiId))
  })
  bus.on('deviceCertificateRevoked', ({ lesiId }) => signIn.endAll(lesiId))
  announceHost(dependencies, broker, signIn)
  const accept = acceptor(dependencies, connections, broker, store)
  const sockets = new Set<Socket>()
  const acceptSocket = (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    accept(socket.setNoDelay(true).setKeepAlive(true, keepAliveProbeMs), socket.remoteAddress ?? '')
  }
  const server = createServer(acceptSocket)
  return {
    ...{ server, accept: acceptSocket },
    handle: accept,
    connectedCount: () => broker.connectedClients,
    ignoreWills: () => void (isStopping = true),
    async close() {
      isStopping = true
      stopListening()
      const closed = new Promise<void>((resolve) =>
        server.listening ? server.close(() => resolve()) : resolve(),
      )
      await new Promise<void>((resolve) => broker.close(() => resolve()))
      // The broker ends those that have said who they are.
      for (const socket of sockets) socket.destroy()
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
