import { isShadowFilter, parseShadowTopic, type ShadowTopic } from '../shadow/shadow-topics.ts'
import {
  lesiIdOfNode,
  parseCommandFilter,
  parseSparkplugTopic,
  sparkplugPrefix,
  stateTopics,
  type SparkplugTopic,
} from '../sparkplug/sparkplug-topics.ts'

/** What a device says on a topic of its own. */
export type DeviceTopic =
  | { readonly lesiId: string; readonly kind: 'telemetry' | 'status' | 'answer' }
  | { readonly lesiId: string; readonly kind: 'sparkplug'; readonly sparkplug: SparkplugTopic }
  | (ShadowTopic & { readonly kind: 'shadow' })

const prefix = 'warroom/v1/'

/** What a device may publish below its own name. */
const kinds: Readonly<Record<string, 'telemetry' | 'status' | 'answer'>> = Object.assign(
  Object.create(null),
  { telemetry: 'telemetry', status: 'status', 'command/answer': 'answer' },
)

/**
 * Reads `warroom/v1/{lesiId}/telemetry`, `…/status` and `…/command/answer`, the topics of edge
 * nodes of Sparkplug, and the calls of a shadow of AWS IoT; null for every other topic.
 */
export function parseDeviceTopic(topic: string): DeviceTopic | null {
  const shadow = parseShadowTopic(topic)
  if (shadow) return { ...shadow, kind: 'shadow' }
  if (topic.startsWith(sparkplugPrefix)) return asDeviceTopic(parseSparkplugTopic(topic))
  if (!topic.startsWith(prefix)) return null
  const slash = topic.indexOf('/', prefix.length)
  if (slash === -1) return null
  const kind = kinds[topic.slice(slash + 1)]
  if (!kind) return null
  return { lesiId: topic.slice(prefix.length, slash), kind }
}

function asDeviceTopic(sparkplug: SparkplugTopic | null): DeviceTopic | null {
  if (!sparkplug) return null
  return { lesiId: lesiIdOfNode(sparkplug.group, sparkplug.node), kind: 'sparkplug', sparkplug }
}

/** The topics to which a device may publish what can be retained. */
export function topicsOf(lesiId: string): readonly string[] {
  return [`${prefix}${lesiId}/telemetry`, `${prefix}${lesiId}/status`]
}

/** Where a device may be sent why its messages were refused. */
export function refusedTopic(lesiId: string): string {
  return `${prefix}${lesiId}/refused`
}

/** Where a device receives commands. */
export function commandTopic(lesiId: string): string {
  return `${prefix}${lesiId}/command`
}

/** Where devices answer them, for subscriptions. */
export const answerFilter = `${prefix}+/command/answer`

/** Whether a filter, whose wildcard is its last level as devices may have it, reaches a topic. */
export function isReached(filter: string, topic: string): boolean {
  const parent = filter.slice(0, -1)
  if (filter.endsWith('/#')) return topic.startsWith(parent) || `${topic}/` === parent
  if (!filter.endsWith('/+')) return filter === topic
  return topic.startsWith(parent) && !topic.includes('/', parent.length)
}

/** Whether this is the command topic of a device. */
export function isCommandTopic(topic: string): boolean {
  return (
    topic.startsWith(prefix) &&
    topic.indexOf('/', prefix.length) === topic.lastIndexOf('/') &&
    topic.endsWith('/command')
  )
}

const ownFilters: readonly string[] = ['telemetry', 'status', 'refused', 'command', '+', '#']

/**
 * Whether a device may subscribe to a topic filter. They are few, so that
 * subscriptions cost a bounded memory.
 */
export function isOwnTopicFilter(filter: string, lesiId: string, hostId: string): boolean {
  const command = parseCommandFilter(filter)
  if (command) return lesiIdOfNode(command.group, command.node) === lesiId
  if (stateFilters(hostId).includes(filter) || isShadowFilter(filter, lesiId)) return true
  return ownFilters.some((name) => filter === `${prefix}${lesiId}/${name}`)
}

/** Filters that reach the state of the host. */
function stateFilters(hostId: string): readonly string[] {
  return Object.values(stateTopics(hostId)).flatMap((topic) => {
    const parent = topic.slice(0, topic.lastIndexOf('/'))
    return [topic, `${parent}/+`, `${parent}/#`]
  })
}

/** The topics that a filter of a device's own reaches, of those that can be retained. */
export function topicsOfFilter(filter: string, hostId: string): readonly string[] {
  if (stateFilters(hostId).includes(filter))
    return Object.values(stateTopics(hostId)).filter(
      (topic) =>
        topic.slice(0, topic.lastIndexOf('/')) === filter.slice(0, filter.lastIndexOf('/')),
    )
  const lesiId = filter.slice(prefix.length, filter.lastIndexOf('/'))
  return /\/[+#]$/.test(filter) ? topicsOf(lesiId) : [filter]
}
