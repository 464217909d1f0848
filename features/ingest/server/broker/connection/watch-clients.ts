import type { Aedes, Client } from 'aedes'
import type { DeviceMessages } from '../../mqtt/device-messages.ts'
import type { Connections } from '../broker-services.ts'
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
    const isTooMany = reason.endsWith('wait for their PUBREL')
    const { receiveMaximumExceeded, malformed } = reasonCodes
    connection.translation?.disconnect(isTooMany ? receiveMaximumExceeded : malformed, reason)
  }
  broker.on('keepaliveTimeout', (client: Client) =>
    connections
      .get(client)
      ?.translation?.disconnect(reasonCodes.keepAliveTimeout, 'was silent for too long'),
  )
  broker.on('clientError', ended)
  broker.on('connectionError', ended)
  broker.on('ping', (_packet, client: Client) =>
    messages.signOfLife(connections.get(client)?.device?.lesiId ?? ''),
  )
}
