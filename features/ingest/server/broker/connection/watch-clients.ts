import type { Aedes, Client } from 'aedes'
import type { DeviceMessages } from '../../mqtt/device-messages.ts'
import type { Connections } from '../broker-services.ts'
import type { DeviceConnection } from '../device-connection.ts'
import { reasonCodes } from '../mqtt5/reason-codes.ts'
import { endReason } from './end-reason.ts'

/** Lists why connections end, and notes the signs of life of those that go on. */
export function watchClients(
  messages: Pick<DeviceMessages, 'signOfLife'>,
  connections: Connections,
  broker: Aedes,
): void {
  const ended = (client: Client, error: Error) => {
    const reason = endReason(error)
    const connection = connections.get(client)
    if (reason === null || !connection) return
    connection.refuse('packet', reason)
  }
  broker.on('keepaliveTimeout', (client: Client) =>
    connections
      .get(client)
      ?.translation?.disconnect(reasonCodes.keepAliveTimeout, 'was silent for too long'),
  )
  broker.on('clientError', ended)
  broker.on('connectionError', ended)
  const dealtWith = (_subscriptions: unknown, client: Client) =>
    connections.get(client)?.onSubscriptions()
  broker.on('subscribe', dealtWith)
  broker.on('unsubscribe', dealtWith)
  broker.on('ping', (_packet, client: Client) =>
    messages.signOfLife(connections.get(client)?.device?.lesiId ?? ''),
  )
}

/**
 * Says to a client of MQTT 5 why the broker ends its connection: before the broker does, as nothing
 * leaves once it has.
 */
export function announceEnds(client: Client, connection: DeviceConnection): void {
  client.prependListener('error', (error: Error) => {
    const reason = endReason(error)
    if (reason === null) return
    const isTooMany = reason.endsWith('wait for their PUBREL')
    const { receiveMaximumExceeded, malformed } = reasonCodes
    connection.translation?.disconnect(isTooMany ? receiveMaximumExceeded : malformed, reason)
  })
}
