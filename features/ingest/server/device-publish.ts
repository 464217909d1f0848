import type { Aedes, PublishPacket } from 'aedes'
import { AppError } from '#kit/model/errors.ts'
import type { Catalogue, CatalogueDevice } from '#kit/server/catalogue.ts'
import type { DeviceMessages } from './device-messages.ts'
import { parseDeviceTopic, refusedTopic, type DeviceTopic } from './device-topics.ts'
import type { Refusals } from './refusals.ts'
import { brokerMessage, type RetainedMessages } from './retained-messages.ts'

interface Dependencies {
  readonly catalogue: Catalogue
  readonly messages: DeviceMessages
  readonly refusals: Refusals
}

/**
 * Takes what a signed-in device publishes at the embedded broker; resolves when it may be acknowledged. Rejects, after listing the
 * refusal, what the device may not publish at all: its connection ends.
 */
export async function takePublish(
  { catalogue, messages, refusals }: Dependencies,
  broker: Aedes,
  retained: RetainedMessages,
  device: CatalogueDevice,
  packet: PublishPacket,
): Promise<void> {
  const { lesiId } = device
  /** Its will comes after it was removed, when another device may have its LESI ID. */
  const isRemoved = () => catalogue.device(lesiId)?.id !== device.id
  const topic = parseDeviceTopic(packet.topic)
  const payload = Buffer.isBuffer(packet.payload) ? packet.payload : Buffer.from(packet.payload)
  const source = `MQTT ${packet.topic}`
  if (isRemoved() || topic?.lesiId !== lesiId) {
    const problem = isRemoved() ? removed : foreign(packet.topic, topic)
    refusals.add({ source, lesiId, ...problem, message: payload })
    throw new AppError('forbidden', problem.reason)
  }
  const problem = await messages.receive(topic, payload, source)
  // A retained message that was refused, or whose device went while it was stored, must not stay as the topic's last word.
  if (problem || isRemoved()) packet.retain = false
  if (packet.retain) retained.left(device)
  // MQTT 3.1.1 has no negative answer to a publish: the reason goes where the device may listen for it.
  if (problem) broker.publish(brokerMessage(refusedTopic(lesiId), Buffer.from(JSON.stringify(problem)), false), () => {})
}

const removed = { field: 'lesiId', reason: 'the device was removed' }

function foreign(name: string, topic: DeviceTopic | null): { readonly field: string; readonly reason: string } {
  const reason = topic ? `${name.slice(0, 200)} belongs to another device` : 'is not a topic that devices may publish to'
  return { field: 'topic', reason }
}
