import type { EventEmitter } from 'node:events'
import type { Client, SubscribePacket } from 'aedes'
import { maximumFiltersPerSubscribe } from '../../contract/limits.ts'
import type { DeviceConnection } from './device-connection.ts'
import { isOwnTopicFilter } from '../mqtt/device-topics.ts'

/**
 * Has the broker grant what it delivers. It grants what was asked for; nothing is stored for absent
 * subscribers, so QoS 0 is what they get, and what they ask for from here on. The broker has no
 * hook for that before its SUBACK, so its parser is listened to.
 */
export function restrictSubscriptions(client: Client, connection: DeviceConnection): void {
  const { _parser: parser } = client as unknown as { readonly _parser: EventEmitter }
  parser.prependListener('packet', (packet: SubscribePacket) => {
    if (packet.cmd !== 'subscribe') return
    const { length } = packet.subscriptions
    if (length > maximumFiltersPerSubscribe) {
      connection.end(
        'subscribe',
        `asks for ${length} topics at once; ${maximumFiltersPerSubscribe} are allowed`,
      )
      packet.subscriptions = []
    }
    for (const subscription of packet.subscriptions) subscription.qos = 0
  })
}

/** Whether a device may subscribe to this; lists it when not. */
export function isOwnTopic(connection: DeviceConnection | undefined, filter: string): boolean {
  if (isOwnTopicFilter(filter, connection?.device?.lesiId ?? '')) return true
  connection?.refuse('topic', `${filter.slice(0, 200)} is not a topic of this device`)
  return false
}
