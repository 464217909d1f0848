import type { EventEmitter } from 'node:events'
import type { Client, PublishPacket, SubscribePacket } from 'aedes'
import { maximumFiltersPerSubscribe } from '../../../contract/limits.ts'
import type { CommandReadiness } from '#kit/model/device-command.ts'
import { isCommandTopic } from '../../mqtt/own-topics.ts'
import { isReached } from '../../mqtt/device-filters.ts'
import type { DeviceConnection } from '../device-connection.ts'
import { makeStrict } from './strict-parser.ts'

/**
 * What the broker library has no interface for: its parser, the timer of the keep-alive, the will,
 * and what a client has subscribed to.
 */
export interface Internals {
  readonly _parser: EventEmitter
  readonly _keepaliveTimer: NodeJS.Timeout | null
  readonly will?: PublishPacket
  /** By filter. */
  readonly subscriptions: Readonly<Record<string, object | undefined>>
}

export const internalsOf = (client: Client) => client as unknown as Internals

/** Whether this is what the client left to be said when its connection is lost. */
export const isWill = (client: Client | null, packet: PublishPacket) =>
  client !== null && internalsOf(client).will === packet

/** Has the broker's parser refuse what is malformed. */
export const restrictPackets = (client: Client) => makeStrict(internalsOf(client)._parser)

/**
 * Has the broker grant what it delivers. It grants what was asked for; nothing is stored for absent
 * subscribers, so QoS 0 is what they get, and what they ask for from here on; QoS 1 for the topic
 * of commands. The broker has no hook for that before its SUBACK, so its parser is listened to.
 */
export function restrictSubscriptions(client: Client, connection: DeviceConnection): void {
  internalsOf(client)._parser.prependListener('packet', (packet: SubscribePacket) => {
    if (packet.cmd !== 'subscribe') return
    const { length } = packet.subscriptions
    if (length > maximumFiltersPerSubscribe) {
      connection.end(
        'subscribe',
        `asks for ${length} topics at once; ${maximumFiltersPerSubscribe} are allowed`,
      )
      packet.subscriptions = []
    }
    const options = connection.translation?.subscriptions.takeOptions(packet.messageId ?? 0) ?? []
    for (const [index, subscription] of packet.subscriptions.entries())
      Object.assign(subscription, options[index], { qos: grantedQos(subscription) })
  })
}

const grantedQos = ({ topic, qos }: SubscribePacket['subscriptions'][number]) =>
  isCommandTopic(topic) && qos > 0 ? 1 : 0

/** Whether a command to this topic reaches the device over one of these connections of it. */
export function commandReadiness(topic: string, clients: Iterable<Client>): CommandReadiness {
  const open = [...clients].filter((client) => !client.closed)
  if (open.length === 0) return 'not-connected'
  const isListening = open.some((client) =>
    Object.keys(internalsOf(client).subscriptions).some((filter) => isReached(filter, topic)),
  )
  return isListening ? 'ready' : 'not-listening'
}

/** Begins the keep-alive again, as a packet would: the client sends one that is skipped. */
export function extendKeepAlive(client: Client): void {
  internalsOf(client)._keepaliveTimer?.refresh()
}
