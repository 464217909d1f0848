import type { IPublishPacket } from 'mqtt-packet'
import { isCommandTopic } from '../../mqtt/own-topics.ts'

/**
 * A message of the broker, a command with what MQTT 5 has for it: until when it means anything,
 * where it is answered, and for which command the answer is.
 */
export function withCommandProperties(packet: IPublishPacket): IPublishPacket {
  if (!isCommandTopic(packet.topic)) return packet
  const { id, expires } = readCommand(packet)
  return { ...packet, properties: commandProperties(packet.topic, id, expires - Date.now()) }
}

/** Whether a message of the broker is a command that means nothing any more. */
export const isExpiredCommand = (packet: IPublishPacket): boolean =>
  isCommandTopic(packet.topic) && readCommand(packet).expires <= Date.now()

const readCommand = ({ payload }: IPublishPacket) =>
  JSON.parse(String(payload)) as { readonly id: string; readonly expires: number }

/** Properties of MQTT 5 of a command that means anything for so many ms. */
export function commandProperties(topic: string, id: string, expiresInMs: number) {
  return {
    messageExpiryInterval: Math.max(1, Math.ceil(expiresInMs / 1_000)),
    responseTopic: `${topic}/answer`,
    correlationData: Buffer.from(id),
    contentType: 'application/json',
    payloadFormatIndicator: true,
  }
}
