const prefix = 'warroom/v1/'

/**
 * What a device may publish below its own name: its kind, and whether the topic keeps its last
 * message for those who subscribe later. A further topic is added here.
 */
const ownTopics = {
  telemetry: { kind: 'telemetry', isRetainable: true },
  status: { kind: 'status', isRetainable: true },
  'command/answer': { kind: 'answer', isRetainable: false },
} as const satisfies Record<string, { readonly kind: string; readonly isRetainable: boolean }>

type Name = keyof typeof ownTopics

const names = Object.keys(ownTopics) as Name[]

const isName = (name: string): name is Name => Object.hasOwn(ownTopics, name)

export type OwnTopic = {
  [Each in Name]: { readonly lesiId: string; readonly kind: (typeof ownTopics)[Each]['kind'] }
}[Name]

/** Reads `warroom/v1/{lesiId}/telemetry` and the others of the list; null for every other topic. */
export function parseOwnTopic(topic: string): OwnTopic | null {
  if (!topic.startsWith(prefix)) return null
  const slash = topic.indexOf('/', prefix.length)
  if (slash === -1) return null
  const name = topic.slice(slash + 1)
  return isName(name)
    ? { lesiId: topic.slice(prefix.length, slash), kind: ownTopics[name].kind }
    : null
}

/** Below a device's own name. */
export const topicOf = (lesiId: string, name: string): string => `${prefix}${lesiId}/${name}`

/** The device of a topic or filter below its own name, by everything before the last level. */
export const lesiIdOfTopic = (topic: string): string =>
  topic.slice(prefix.length, topic.lastIndexOf('/'))

export const retainableNames: readonly string[] = names.filter(
  (name) => ownTopics[name].isRetainable,
)

/** The topics to which a device may publish what can be retained. */
export function topicsOf(lesiId: string): readonly string[] {
  return retainableNames.map((name) => topicOf(lesiId, name))
}

/** Where a device may be sent why its messages were refused. */
export function refusedTopic(lesiId: string): string {
  return topicOf(lesiId, 'refused')
}

/** Where a device receives commands. */
export function commandTopic(lesiId: string): string {
  return topicOf(lesiId, 'command')
}

/** Whether this is the command topic of a device. */
export function isCommandTopic(topic: string): boolean {
  return (
    topic.startsWith(prefix) &&
    topic.indexOf('/', prefix.length) === topic.lastIndexOf('/') &&
    topic.endsWith('/command')
  )
}

const ofAllDevices = (name: Name): string => topicOf('+', name)

/** Where devices answer commands, for subscriptions. */
export const answerFilter = ofAllDevices('command/answer')

/** Where devices say whether they are online. */
export const statusFilter = ofAllDevices('status')

/** Where devices publish everything else. */
export const messageFilters: readonly string[] = names
  .map(ofAllDevices)
  .filter((filter) => filter !== statusFilter && filter !== answerFilter)
