import { isShadowFilter } from '../shadow/shadow-topics.ts'
import { lesiIdOfNode, parseCommandFilter, stateTopics } from '../sparkplug/sparkplug-topics.ts'
import { lesiIdOfTopic, retainableNames, topicOf, topicsOf } from './own-topics.ts'

const ownNames: readonly string[] = [...retainableNames, 'refused', 'command', '+', '#']

/**
 * Whether a device may subscribe to a topic filter. They are few, so that
 * subscriptions cost a bounded memory.
 */
export function isOwnTopicFilter(filter: string, lesiId: string, hostId: string): boolean {
  const command = parseCommandFilter(filter)
  if (command) return lesiIdOfNode(command.group, command.node) === lesiId
  if (stateFilters(hostId).includes(filter) || isShadowFilter(filter, lesiId)) return true
  return ownNames.some((name) => filter === topicOf(lesiId, name))
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
  return /\/[+#]$/.test(filter) ? topicsOf(lesiIdOfTopic(filter)) : [filter]
}

/** Whether a filter, whose wildcard is its last level as devices may have it, reaches a topic. */
export function isReached(filter: string, topic: string): boolean {
  const parent = filter.slice(0, -1)
  if (filter.endsWith('/#')) return topic.startsWith(parent) || `${topic}/` === parent
  if (!filter.endsWith('/+')) return filter === topic
  return topic.startsWith(parent) && !topic.includes('/', parent.length)
}
