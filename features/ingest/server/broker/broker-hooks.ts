import type { Aedes, AedesOptions } from 'aedes'
import { isOwnTopicFilter } from '../mqtt/device-filters.ts'
import { isWill } from './connection/client-internals.ts'
import { prepareConnect } from './connection/connect-packet.ts'
import type { DeviceConnection } from './device-connection.ts'
import { takePublish } from './device-publish.ts'
import type { DeviceSignIn } from './device-sign-in.ts'
import { beginExpiry } from './mqtt5/message-expiry.ts'
import { acknowledgementOf, reasonCodes } from './mqtt5/reason-codes.ts'
import type { RetainedMessages } from './retained-messages.ts'
import type { Dependencies, Connections } from './broker-services.ts'

type Hooks = Pick<
  AedesOptions,
  'preConnect' | 'authenticate' | 'authorizePublish' | 'authorizeSubscribe' | 'authorizeForward'
>

/** Bytes that may wait for a device that does not read before what it subscribed to is left out. */
const maximumUnreadBytes = 16 * 1024

interface Parts {
  readonly signIn: DeviceSignIn
  readonly broker: Aedes
  readonly retained: RetainedMessages
  /** The server ends the connections: that says nothing of their devices. */
  readonly isStopping: () => boolean
}

/** What the broker asks before it does something for a client. */
export function hooks(
  dependencies: Dependencies,
  connections: Connections,
  { signIn, broker, retained, isStopping }: Parts,
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
      if (isStopping() && isWill(client, packet)) return callback(new Error('the server stops'))
      const { device, address } = connection
      const { translation } = connection
      beginExpiry(packet)
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
    authorizeSubscribe: (client, subscription, callback) => {
      const connection = connections.get(client)
      const isOwn = isOwnTopic(dependencies, connection, subscription.topic)
      if (isOwn) connection?.translation?.retainHandling.subscribe(subscription)
      callback(null, isOwn ? subscription : null)
    },
    // One that subscribes and does not read must not hold up the others.
    authorizeForward: (client, packet) => {
      const isUnread = client.conn.writableLength > maximumUnreadBytes
      const retainHandling = connections.get(client)?.translation?.retainHandling
      return isUnread || (packet.retain && retainHandling?.sendsRetained(packet.topic) === false)
        ? null
        : packet
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
