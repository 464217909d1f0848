import type { Duplex } from 'node:stream'
import type { Aedes } from 'aedes'
import { RateLimiter } from '#kit/server/budget/rate-limiter.ts'
import { networkSource } from '#kit/server/process/network-source.ts'
import {
  bytesPerSecond,
  connectionsOfDevicePerSecond,
  connectionsPerSecond,
  maximumConnectionsPerDevice,
} from '../../contract/limits.ts'
import { ConnectionAdmission } from './connection/connection-admission.ts'
import {
  extendKeepAlive,
  restrictPackets,
  restrictSubscriptions,
} from './connection/client-internals.ts'
import { orderSubscriptions } from './connection/ordered-subscriptions.ts'
import { announceEnds } from './connection/watch-clients.ts'
import { passOnExpiry } from './mqtt5/message-expiry.ts'
import { DeviceConnection } from './device-connection.ts'
import type { BrokerStore } from './broker-store.ts'
import type { Dependencies, Connections } from './broker-services.ts'

/** Begins to serve a connection, at the pace that its sender may have. */
export function acceptor(
  dependencies: Dependencies,
  connections: Connections,
  broker: Aedes,
  store: Pick<BrokerStore, 'retainedSeconds'>,
): (stream: Duplex, address: string) => void {
  const bytes = new RateLimiter(bytesPerSecond, bytesPerSecond)
  const admissions = new ConnectionAdmission(
    new RateLimiter(connectionsPerSecond, connectionsPerSecond),
    new RateLimiter(connectionsOfDevicePerSecond, maximumConnectionsPerDevice),
  )
  return (stream, address) => {
    const connection = new DeviceConnection(dependencies, bytes, stream, address)
    if (!connection.open()) return
    // The broker listens for errors once it is admitted.
    stream.on('error', () => stream.destroy())
    connection.admission = admissions.enter(networkSource(address), () => {
      const client = broker.handle(stream)
      connections.set(client, connection)
      connection.onSkip = () => extendKeepAlive(client)
      connection.retainedSeconds = (topic) => store.retainedSeconds(topic)
      restrictPackets(client)
      orderSubscriptions(client, connection)
      restrictSubscriptions(client, connection)
      passOnExpiry(client, connection)
      announceEnds(client, connection)
    })
  }
}
