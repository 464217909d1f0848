import type { CatalogueDevice } from '#kit/server/catalogue.ts'
import type { Clock } from '#kit/server/clock.ts'
import type {
  CommandOffer,
  CommandOutcome,
  CommandProtocol,
  DeviceCommand,
  SendOptions,
} from '#kit/server/devices/device-commands.ts'
import { untilDeadline } from '../commands/until-deadline.ts'
import type { CommandOutlet } from '../mqtt/command-outlet.ts'
import {
  commandMetric,
  isSameValue,
  rebirthMetric,
  targetOf,
  type AnnouncedMetric,
} from './announced-metric.ts'
import { writePayload } from './payload-schema.ts'
import type { SparkplugHost } from './sparkplug-host.ts'
import type { ReceivedMetrics, SparkplugPlace } from './sparkplug-place.ts'
import { commandTopic, deviceCommandTopic } from './sparkplug-topics.ts'

interface Dependencies {
  readonly host: SparkplugHost
  readonly outlet: CommandOutlet
  readonly clock: Clock
}

type Listener = (received: ReceivedMetrics) => void

/**
 * Commands to edge nodes (NCMD) and the devices behind them (DCMD). The protocol has no answer: the
 * value that comes back in the data says that it is done.
 */
export class SparkplugCommands implements CommandProtocol {
  readonly name = 'sparkplug'
  readonly #dependencies: Dependencies
  readonly #listeners = new Set<Listener>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    dependencies.host.onMetrics((received) => {
      for (const listener of this.#listeners) listener(received)
    })
  }

  offer(device: CatalogueDevice): CommandOffer | null {
    const place = this.#dependencies.host.placeOf(device)
    if (!place) return null
    const { outlet } = this.#dependencies
    const readiness = place.isCurrent
      ? outlet.readiness(place.nodeLesiId, topicOf(place))
      : 'not-connected'
    return { readiness, targets: [...metricsOf(place).values()].map(targetOf) }
  }

  async send(command: DeviceCommand, options: SendOptions): Promise<CommandOutcome> {
    const { host, outlet, clock } = this.#dependencies
    const { device, target, value } = command
    const place = host.placeOf(device)
    const metric = place && metricsOf(place).get(target.id)
    // The aliases of a birth that may have been followed by another are not used.
    if (!place?.isCurrent || !metric) return { outcome: 'not-connected' }
    const topic = topicOf(place)
    const readiness = outlet.readiness(place.nodeLesiId, topic)
    const now = clock()
    if (readiness !== 'ready') return { outcome: readiness }
    if (now >= options.deadline) return { outcome: 'not-connected' }
    const cameBack = Promise.withResolvers<CommandOutcome>()
    const listener = (received: ReceivedMetrics) => {
      if (isDone(received, device.lesiId, metric, value)) cameBack.resolve({ outcome: 'done' })
    }
    this.#listeners.add(listener)
    try {
      const metrics = [commandMetric(metric, value, now)]
      outlet.publish(topic, writePayload({ timestamp: now, metrics }))
      const unanswered = () => ({ outcome: 'unanswered' }) as const
      return await untilDeadline<CommandOutcome>(
        ...([cameBack.promise, unanswered, options.deadline - now, options.signal] as const),
      )
    } finally {
      this.#listeners.delete(listener)
    }
  }
}

const topicOf = ({ group, node, device }: SparkplugPlace): string =>
  device === null ? commandTopic(group, node) : deviceCommandTopic(group, node, device)

function metricsOf({ device, metrics }: SparkplugPlace): ReadonlyMap<string, AnnouncedMetric> {
  return device === null ? new Map([...metrics, [rebirthMetric.name, rebirthMetric]]) : metrics
}

function isDone(
  { lesiId, kind, values }: ReceivedMetrics,
  expected: string,
  metric: AnnouncedMetric,
  value: DeviceCommand['value'],
): boolean {
  if (lesiId !== expected) return false
  if (metric.name === rebirthMetric.name) return kind === 'NBIRTH'
  return values.some((each) => each.key === metric.name && isSameValue(metric, value, each.value))
}
