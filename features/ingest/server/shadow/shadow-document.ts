import {
  asValue,
  earliestTime,
  isObject,
  latestTime,
  typeMismatch,
  type DocumentValue,
  type Problem,
} from '#kit/server/documents/document-value.ts'
import { maximumValuesPerMessage } from '#kit/model/limits.ts'
import { fieldOf, keyProblem } from '#kit/server/documents/document-keys.ts'
import { readMessage } from '#kit/server/documents/document-text.ts'
import type { ParsedDocument } from '#kit/server/documents/telemetry-document.ts'

/** Levels of objects within what is reported. */
const maximumDepth = 8
const start = 'state.reported'

interface Reported {
  readonly members: Readonly<Record<string, unknown>>
  /** Times of the members, as the shadow service gives them. */
  readonly metadata: unknown
  /** Its own name, with those of the objects that it is in. */
  readonly key: string
  readonly depth: number
}

/**
 * Understands a device shadow: `{"state": {"reported": {…}}, "timestamp": s?}`. Each reported
 * member is a value; those of objects within it have the names of both, with a point between. A
 * time is in seconds, for all or, in `metadata`, for each. What is desired is no reading. The
 * members of a shadow with a name have it before theirs.
 */
export function parseShadow(message: Uint8Array, shadow: string | null = null): ParsedDocument {
  const read = readMessage(message)
  if ('problem' in read) return read
  const { document } = read
  if (!isObject(document)) return problemOf('document', typeMismatch('an object', document))
  const { state, timestamp, metadata } = document
  if (!isObject(state)) return problemOf('state', typeMismatch('an object', state))
  const time = readSeconds(timestamp)
  if (typeof time === 'string') return problemOf('timestamp', time)
  const { reported = null } = state
  if (reported === null) return { values: [], refused: [] }
  if (!isObject(reported)) return problemOf(start, typeMismatch('an object', reported))
  const times = isObject(metadata) ? metadata['reported'] : undefined
  const values: DocumentValue[] = []
  const refused: Problem[] = []
  const open: Reported[] = [{ members: reported, metadata: times, key: '', depth: 1 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    readMembers(next, time, values, refused, open)
    if (values.length + refused.length > maximumValuesPerMessage)
      return problemOf(start, `holds more than ${maximumValuesPerMessage} values`)
  }
  const distinct = withoutTwins(values, refused)
  return { values: shadow === null ? distinct : named(shadow, distinct, refused), refused }
}

/** Two shadows of a device may have members of the same name. */
function named(
  shadow: string,
  values: readonly DocumentValue[],
  refused: Problem[],
): DocumentValue[] {
  return values.flatMap((value) => {
    const key = `${shadow}/${value.key}`
    const reason = keyProblem(key)
    if (reason !== null) refused.push({ field: fieldOf(start, value.key), reason })
    return reason === null ? [{ ...value, key }] : []
  })
}

const problemOf = (field: string, reason: string) => ({ problem: { field, reason } })

function readMembers(
  { members, metadata, key: prefix, depth }: Reported,
  time: number | undefined,
  values: DocumentValue[],
  refused: Problem[],
  open: Reported[],
): void {
  for (const name in members) {
    const raw = members[name]
    const of = isObject(metadata) ? metadata[name] : undefined
    const key = prefix === '' ? name : `${prefix}.${name}`
    if (isObject(raw) && depth <= maximumDepth) {
      open.push({ members: raw, metadata: of, key, depth: depth + 1 })
      continue
    }
    const own = isObject(of) ? readSeconds(of['timestamp']) : undefined
    const value = readMember(key, raw, own ?? time)
    if ('reason' in value) refused.push(value)
    else values.push(value)
  }
}

function readMember(
  key: string,
  raw: unknown,
  time: number | string | undefined,
): DocumentValue | Problem {
  const refuse = (reason: string) => ({ field: fieldOf(start, key), reason })
  const wrongKey = keyProblem(key)
  if (wrongKey !== null) return refuse(wrongKey)
  if (isObject(raw)) return refuse(`is deeper than ${maximumDepth} objects`)
  if (typeof time === 'string') return refuse(time)
  return asValue(key, raw, time, 'good', start, '')
}

/** Two members that would be the same sensor are refused both. */
function withoutTwins(values: readonly DocumentValue[], refused: Problem[]): DocumentValue[] {
  const counts = new Map<string, number>()
  for (const { key } of values) counts.set(key, (counts.get(key) ?? 0) + 1)
  return values.filter(({ key }) => {
    if (counts.get(key) === 1) return true
    refused.push({ field: fieldOf(start, key), reason: 'is given twice in one document' })
    return false
  })
}

/** A time in ms UTC, of one in seconds; a text where it is none. */
function readSeconds(raw: unknown): number | string | undefined {
  if (raw === undefined || raw === null) return undefined
  if (typeof raw !== 'number') return typeMismatch('a number of seconds', raw)
  const time = Math.round(raw * 1_000)
  if (time >= earliestTime && time < latestTime) return time
  return `${raw} is not a time in seconds between the years 2000 and 2100`
}
