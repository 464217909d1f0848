const prefix = '$aws/things/'
const calls = ['update', 'get', 'delete'] as const
const answers = new Set(['accepted', 'rejected', 'delta', 'documents', '+', '#'])
/** As the shadow service allows them. */
const shadowName = /^[\w:-]{1,64}$/

/** A message about the state of a device, as the shadow service of AWS IoT has it. */
export interface ShadowTopic {
  readonly lesiId: string
  /** Null: that of the device itself. */
  readonly shadow: string | null
  readonly call: (typeof calls)[number]
  /** Everything before the call: where the answers go. */
  readonly base: string
}

/**
 * Reads `$aws/things/{lesiId}/shadow/{call}`, and that of a shadow with a name,
 * `…/shadow/name/{name}/{call}`; null for every other topic.
 */
export function parseShadowTopic(topic: string): ShadowTopic | null {
  const slash = topic.lastIndexOf('/')
  const base = topic.slice(0, slash)
  const call = calls.find((each) => each === topic.slice(slash + 1))
  const owner = readBase(base)
  if (!owner || !call || owner.shadow === '+') return null
  return { ...owner, call, base }
}

/** Whether a filter reaches answers of the shadow service to this device, and nothing else. */
export function isShadowFilter(filter: string, lesiId: string): boolean {
  const [answer = '', call, ...base] = filter.split('/').toReversed()
  return (
    answers.has(answer) &&
    calls.some((each) => each === call) &&
    readBase(base.toReversed().join('/'))?.lesiId === lesiId
  )
}

function readBase(base: string): Pick<ShadowTopic, 'lesiId' | 'shadow'> | null {
  if (!base.startsWith(prefix)) return null
  const [lesiId = '', shadow, marker, name, ...more] = base.slice(prefix.length).split('/')
  if (lesiId === '' || shadow !== 'shadow' || more.length > 0) return null
  if (marker === undefined) return { lesiId, shadow: null }
  const isName = name !== undefined && (name === '+' || shadowName.test(name))
  return marker === 'name' && isName ? { lesiId, shadow: name } : null
}
