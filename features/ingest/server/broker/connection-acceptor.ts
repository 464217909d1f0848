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
import { DeviceConnection } from './device-connection.ts'
import type { Dependencies, Connections } from './broker-services.ts'

/** Begins to serve a connection, at the pace that its sender may have. */
export function acceptor(
  dependencies: Dependencies,
  connections: Connections,
  broker: Aedes,
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
      restrictPackets(client)
      orderSubscriptions(client, connection)
      restrictSubscriptions(client, connection)
      announceEnds(client, connection)
    })
  }
}
