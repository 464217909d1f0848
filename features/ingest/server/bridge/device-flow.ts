import type { Logger } from 'pino'
import type { Budget } from '#kit/server/budget/budget.ts'
import type { Problem } from '#kit/server/documents/document-value.ts'
import type { Delivery } from '#kit/server/mqtt/link-options.ts'
import { MessageFlow, type Work } from '#kit/server/mqtt/message-flow.ts'
import type { DeviceMessages } from '../mqtt/device-messages.ts'
import { parseDeviceTopic } from '../mqtt/device-topics.ts'

interface Options {
  readonly messages: DeviceMessages
  readonly budget: Budget
  readonly logger: Logger
  /** Where a device may listen for why its message was refused. */
  readonly onRefused: (lesiId: string, problem: Problem) => void
}

/** The flow of what devices publish at an external broker, ordered for each of them. */
export function createDeviceFlow(options: Options): MessageFlow {
  const { budget, logger } = options
  return new MessageFlow({
    ...{ budget, logger, source: 'external broker' },
    plan: (delivery) => planOf(delivery, options),
  })
}

function planOf(delivery: Delivery, { messages, onRefused }: Options): Work | null {
  const topic = parseDeviceTopic(delivery.topic)
  // A retained reading was stored when it was published; a retained status is the state of now.
  if (topic === null || (delivery.retained && topic.kind === 'telemetry')) return null
  return {
    orderingKey: topic.lesiId,
    async run() {
      const source = { source: `MQTT ${delivery.topic}` }
      const { problems } = await messages.receive(topic, delivery.payload, source)
      for (const problem of problems) onRefused(topic.lesiId, problem)
    },
  }
}
