import type { Aedes, PublishPacket } from 'aedes'
import { AppError } from '#kit/model/errors.ts'
import type { Budget } from '#kit/server/budget/budget.ts'
import type { Catalogue, CatalogueDevice } from '#kit/server/catalogue.ts'
import { tooManyBytes } from './device-connection.ts'
import type { DeviceMessages } from '../mqtt/device-messages.ts'
import { parseDeviceTopic, refusedTopic, type DeviceTopic } from '../mqtt/device-topics.ts'
import type { Refusals } from '../refusals/refusals.ts'
import { brokerMessage, type RetainedMessages } from './retained-messages.ts'
import type { Problem } from '../documents/telemetry-document.ts'

interface Dependencies {
  readonly catalogue: Catalogue
  readonly messages: DeviceMessages
  readonly refusals: Refusals
  readonly budget: Budget
  readonly retained: RetainedMessages
}

interface Sender {
  readonly device: CatalogueDevice
  readonly address: string
}

/** What a message costs besides topic and payload. */
const messageBytes = 512
/** Nobody may subscribe to it. */
const nowhere = '$SYS/refused'

/**
 * Takes what a signed-in device publishes at the embedded broker; resolves when it may be
 * acknowledged, also when it was refused for good: sent again it would be refused again. Rejects
 * what may be sent again later: its connection ends.
 */
export async function takePublish(
  dependencies: Dependencies,
  broker: Aedes,
  sender: Sender,
  packet: PublishPacket,
): Promise<void> {
  const { lesiId } = sender.device
  const payload = Buffer.isBuffer(packet.payload) ? packet.payload : Buffer.from(packet.payload)
  const bytes = messageBytes + packet.topic.length + payload.length
  const held = dependencies.budget.reserve('mqtt-packet', lesiId, bytes)
  if (typeof held === 'string') throw new AppError('too_many_requests', tooManyBytes[held])
  try {
    const problems = await take(dependencies, sender, packet, payload)
    // MQTT 3.1.1 has no negative answer to a publish: the reason goes where the device may
    // subscribe to it.
    for (const problem of problems)
      broker.publish(
        brokerMessage(refusedTopic(lesiId), Buffer.from(JSON.stringify(problem)), false),
        () => {},
      )
  } finally {
    held.release()
  }
}

async function take(
  { catalogue, messages, refusals, retained }: Dependencies,
  { device, address }: Sender,
  packet: PublishPacket,
  payload: Buffer,
): Promise<readonly Problem[]> {
  const { lesiId } = device
  /** Its will comes after it was removed, when another device may have its LESI ID. */
  const isRemoved = () => catalogue.device(lesiId)?.id !== device.id
  const topic = parseDeviceTopic(packet.topic)
  const origin = { source: `MQTT ${packet.topic}`, address }
  if (isRemoved()) {
    refusals.add({ ...origin, lesiId, ...removed, message: payload })
    throw new AppError('forbidden', removed.reason)
  }
  if (topic?.lesiId !== lesiId) {
    const problem = foreign(packet.topic, topic)
    refusals.add({ ...origin, lesiId, ...problem, message: payload })
    Object.assign(packet, { topic: nowhere, retain: false })
    return [problem]
  }
  // An empty retained message is MQTT's way to clear a topic.
  if (packet.retain && payload.length === 0) return []
  const { isRefused, problems } = await messages.receive(topic, payload, origin)
  // A retained message that was refused, or whose device went while it was stored, must not stay as
  // the topic's last word.
  if (isRefused || isRemoved()) packet.retain = false
  if (packet.retain) retained.add(device)
  return problems
}

const removed = { field: 'lesiId', reason: 'the device was removed' }

function foreign(name: string, topic: DeviceTopic | null): Problem {
  const reason = topic
    ? `${name.slice(0, 200)} belongs to another device`
    : 'is not a topic that devices may publish to'
  return { field: 'topic', reason }
}
