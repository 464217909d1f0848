/** What a device says on a topic of its own. */
export type DeviceTopic = { readonly lesiId: string; readonly kind: 'telemetry' | 'status' }

const prefix = 'warroom/v1/'

/** Reads `warroom/v1/{lesiId}/telemetry` and `…/status`; null for every other topic. */
export function parseDeviceTopic(topic: string): DeviceTopic | null {
  if (!topic.startsWith(prefix)) return null
  const slash = topic.indexOf('/', prefix.length)
  if (slash === -1) return null
  const kind = topic.slice(slash + 1)
  if (kind !== 'telemetry' && kind !== 'status') return null
  return { lesiId: topic.slice(prefix.length, slash), kind }
}

/** The topics to which a device may publish. */
export function topicsOf(lesiId: string): readonly string[] {
  return [`${prefix}${lesiId}/telemetry`, `${prefix}${lesiId}/status`]
}

/** Where a device may be sent why its messages were refused. */
export function refusedTopic(lesiId: string): string {
  return `${prefix}${lesiId}/refused`
}

const ownFilters: readonly string[] = ['telemetry', 'status', 'refused', '+', '#']

/**
 * Whether a device may subscribe to a topic filter. They are few, so that
 * subscriptions cost a bounded memory.
 */
export function isOwnTopicFilter(filter: string, lesiId: string): boolean {
  return ownFilters.some((name) => filter === `${prefix}${lesiId}/${name}`)
}

/** The topics that a filter of a device's own reaches, of those that can be retained. */
export function topicsOfFilter(filter: string): readonly string[] {
  const lesiId = filter.slice(prefix.length, filter.lastIndexOf('/'))
  return /\/[+#]$/.test(filter) ? topicsOf(lesiId) : [filter]
}
