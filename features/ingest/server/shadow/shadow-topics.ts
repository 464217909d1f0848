const prefix = '$aws/things/'

/** A message about the state of a device, as the shadow service of AWS IoT has it. */
export interface ShadowTopic {
  readonly lesiId: string
  /** Everything before the call: where the answers go. */
  readonly base: string
}

/** Reads `$aws/things/{lesiId}/shadow/update`; null for every other topic. */
export function parseShadowTopic(topic: string): ShadowTopic | null {
  if (!topic.startsWith(prefix)) return null
  const [lesiId = '', shadow, call, ...more] = topic.slice(prefix.length).split('/')
  if (lesiId === '' || shadow !== 'shadow' || call !== 'update' || more.length > 0) return null
  return { lesiId, base: `${prefix}${lesiId}/shadow` }
}

const calls = new Set(['update', 'get', 'delete'])
const answers = new Set(['accepted', 'rejected', 'delta', 'documents', '+', '#'])

/** Whether a filter reaches answers of the shadow service to this device, and nothing else. */
export function isShadowFilter(filter: string, lesiId: string): boolean {
  const base = `${prefix}${lesiId}/shadow/`
  if (!filter.startsWith(base)) return false
  const [call = '', answer = '', ...more] = filter.slice(base.length).split('/')
  return calls.has(call) && answers.has(answer) && more.length === 0
}
