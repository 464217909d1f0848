import type { Client } from 'aedes'
import type { IPublishPacket, Packet } from 'mqtt-packet'
import { internalsOf } from '../connection/client-internals.ts'
import type { DeviceConnection } from '../device-connection.ts'

/**
 * A message as the broker has it in hand. It carries both on, whatever else it makes of the
 * message, and writes neither to a client.
 */
export interface ExpiringPacket {
  properties?: { readonly messageExpiryInterval?: number }
  /** When it means nothing any more, ms of a clock that nobody sets. */
  messageExpiry?: number
}

/** Gives what the broker reads of a client of MQTT 5 the interval that 3.1.1 has no place for. */
export function passOnExpiry(client: Client, connection: DeviceConnection): void {
  const note = (packet: ExpiringPacket, messageExpiryInterval: number | undefined) => {
    if (messageExpiryInterval !== undefined) packet.properties = { messageExpiryInterval }
  }
  internalsOf(client)._parser.prependListener('packet', (packet: Packet) => {
    const { translation } = connection
    if (!translation) return
    if (packet.cmd === 'publish') note(packet, translation.takeExpirySeconds())
    if (packet.cmd === 'connect' && packet.will) note(packet.will, translation.willExpirySeconds)
  })
}

/** The interval of a message begins now: it was received, or is a will that is published. */
export function beginExpiry(packet: ExpiringPacket): void {
  const seconds = packet.properties?.messageExpiryInterval
  if (seconds !== undefined) packet.messageExpiry = performance.now() + seconds * 1_000
}

/** A retained message with what is left of its interval (3.3.2.3.3). */
export function withExpiry(
  packet: IPublishPacket,
  retainedSeconds: (topic: string) => number | undefined,
): IPublishPacket {
  const messageExpiryInterval = packet.retain ? retainedSeconds(packet.topic) : undefined
  if (messageExpiryInterval === undefined) return packet
  return { ...packet, properties: { ...packet.properties, messageExpiryInterval } }
}
