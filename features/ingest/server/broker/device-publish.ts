import type { Problem } from '#kit/server/documents/document-value.ts'
import type { Aedes, PublishPacket } from 'aedes'
import { AppError } from '#kit/model/calls/errors.ts'
import type { Budget } from '#kit/server/budget/budget.ts'
import type { Catalogue, CatalogueDevice } from '#kit/server/catalogue.ts'
import { tooManyBytes } from './device-connection.ts'
import type { DeviceMessages, Receipt } from '../mqtt/device-messages.ts'
import { parseDeviceTopic, type DeviceTopic } from '../mqtt/device-topics.ts'
import { refusedTopic, topicsOf } from '../mqtt/own-topics.ts'
import type { Refusals } from '../refusals/refusals.ts'
import { shadowAnswer } from '../shadow/shadow-answer.ts'
import type { ShadowTopic } from '../shadow/shadow-topics.ts'
import { brokerMessage, type RetainedMessages } from './retained-messages.ts'

interface Dependencies {
  readonly catalogue: Catalogue
  readonly messages: DeviceMessages
  readonly refusals: Refusals
  readonly budget: Budget
  readonly retained: RetainedMessages
  readonly broker: Aedes
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
 * acknowledged, with what was refused for good: sent again it would be refused again. Rejects
 * what may be sent again later: its connection ends.
 */
export async function takePublish(
  dependencies: Dependencies,
  sender: Sender,
  packet: PublishPacket,
): Promise<Receipt> {
  const { lesiId } = sender.device
  const payload = Buffer.isBuffer(packet.payload) ? packet.payload : Buffer.from(packet.payload)
  const bytes = messageBytes + packet.topic.length + payload.length
  const held = dependencies.budget.reserve('mqtt-packet', lesiId, bytes)
  if (typeof held === 'string') throw new AppError('too_many_requests', tooManyBytes[held])
  try {
    const topic = ownTopic(dependencies, sender, packet, payload)
    if ('problem' in topic) return { isRefused: true, problems: [topic.problem] }
    // An empty retained message is MQTT's way to clear a topic.
    if (packet.retain && payload.length === 0) return { isRefused: false, problems: [] }
    const origin = { source: `MQTT ${packet.topic}`, address: sender.address }
    const receipt = await dependencies.messages.receive(topic, payload, origin)
    finish(dependencies, sender, packet, receipt)
    if (topic.kind === 'shadow') answerShadow(dependencies, topic, payload, receipt)
    return receipt
  } finally {
    held.release()
  }
}

/** What the message is about; or why it is refused: it is listed, and reaches nobody. */
function ownTopic(
  dependencies: Dependencies,
  { device, address }: Sender,
  packet: PublishPacket,
  payload: Buffer,
): DeviceTopic | { readonly problem: Problem } {
  const { lesiId } = device
  const topic = parseDeviceTopic(packet.topic)
  const refuse = (problem: Problem) =>
    dependencies.refusals.add({
      ...{ source: `MQTT ${packet.topic}`, address, lesiId, message: payload },
      ...problem,
    })
  if (isRemoved(dependencies, device)) {
    refuse(removed)
    throw new AppError('forbidden', removed.reason)
  }
  if (topic?.lesiId === lesiId) return topic
  const problem = foreign(packet.topic, topic)
  refuse(problem)
  Object.assign(packet, { topic: nowhere, retain: false })
  report(dependencies, lesiId, [problem])
  return { problem }
}

function finish(
  dependencies: Dependencies,
  { device }: Sender,
  packet: PublishPacket,
  { isRefused, problems }: Receipt,
): void {
  // A retained message that was refused, or whose device went while it was stored, must not stay as
  // the topic's last word.
  if (isRefused || isRemoved(dependencies, device) || !isRetainable(packet.topic, device))
    packet.retain = false
  if (packet.retain) dependencies.retained.add(device)
  report(dependencies, device.lesiId, problems)
}

/**
 * MQTT 3.1.1 has no negative answer to a publish: the reason goes where the device may subscribe to
 * it.
 */
function report({ broker }: Dependencies, lesiId: string, problems: readonly Problem[]): void {
  for (const problem of problems)
    broker.publish(
      brokerMessage(refusedTopic(lesiId), Buffer.from(JSON.stringify(problem)), false),
      () => {},
    )
}

/** Clients of the shadow service wait for its answer. */
function answerShadow(
  { broker }: Dependencies,
  shadow: ShadowTopic,
  message: Buffer,
  receipt: Receipt,
): void {
  const { topic, payload } = shadowAnswer(shadow, message, receipt, Date.now())
  broker.publish(brokerMessage(topic, payload, false), () => {})
}

/** Only what is cleared when the device is removed may stay. */
const isRetainable = (topic: string, { lesiId }: CatalogueDevice) =>
  topicsOf(lesiId).includes(topic)

/** Its will comes after it was removed, when another device may have its LESI ID. */
function isRemoved({ catalogue }: Dependencies, { id, lesiId }: CatalogueDevice): boolean {
  return catalogue.device(lesiId)?.id !== id
}

const removed = { field: 'lesiId', reason: 'the device was removed' }

function foreign(name: string, topic: DeviceTopic | null): Problem {
  const reason = topic
    ? `${name.slice(0, 200)} belongs to another device`
    : 'is not a topic that devices may publish to'
  return { field: 'topic', reason }
}
