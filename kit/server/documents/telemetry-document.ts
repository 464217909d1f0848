import {
  asValue,
  earliestTime,
  isObject,
  latestTime,
  typeMismatch,
  type DocumentValue,
  type Problem,
} from './document-value.ts'
import type { Quality } from '#kit/model/quality.ts'
import { maximumValuesPerMessage } from '#kit/model/limits.ts'
import { fieldOf, keyProblem } from './document-keys.ts'
import { readMessage } from './document-text.ts'

/**
 * The values that can be taken, and those that cannot; or what is wrong with the document itself.
 */
export type ParsedDocument =
  | { readonly values: readonly DocumentValue[]; readonly refused: readonly Problem[] }
  | { readonly problem: Problem }

/**
 * Understands a telemetry document: `{"ts": ms?, "values": {key: value, …}}`, an array of them,
 * or values as `{"v": value, "ts": ms?, "q": quality?}`, also without the `values` around them. A
 * value is a number, a text, a boolean (1 or 0) or null. What is wrong in one value, or in one
 * entry of an array, refuses that alone; what is wrong with the document refuses all of it.
 */
export function parseTelemetry(message: Uint8Array): ParsedDocument {
  const read = readMessage(message)
  return 'problem' in read ? read : understandTelemetry(read.document)
}

/** The same for a document that has been read already. */
export function understandTelemetry(document: unknown): ParsedDocument {
  const values: DocumentValue[] = []
  const refused: Problem[] = []
  const entries = Array.isArray(document) ? document : [document]
  for (const [index, entry] of entries.entries()) {
    const path = Array.isArray(document) ? `[${index}]` : ''
    const problem = readEntry(entry, path, values, refused)
    if (problem && entries.length === 1) return { problem }
    if (problem) refused.push(problem)
    if (values.length + refused.length > maximumValuesPerMessage)
      return {
        problem: {
          field: path === '' ? 'values' : path,
          reason: `holds more than ${maximumValuesPerMessage} values`,
        },
      }
  }
  if (values.length + refused.length === 0)
    return { problem: { field: 'values', reason: 'must hold at least one value' } }
  return { values, refused }
}

/**
 * Adds the values of an entry to `values` and `refused`; returns what is wrong with the entry
 * itself.
 */
export function readEntry(
  entry: unknown,
  path: string,
  values: DocumentValue[],
  refused: Problem[],
): Problem | null {
  if (!isObject(entry))
    return { field: path || 'document', reason: typeMismatch('an object', entry) }
  const time = readTime(entry['ts'])
  if (typeof time === 'string') return { field: fieldOf(path, 'ts'), reason: time }
  const isWrapped = 'values' in entry
  const members = isWrapped ? entry['values'] : entry
  const membersPath = isWrapped ? fieldOf(path, 'values') : path
  if (!isObject(members))
    return { field: membersPath || 'document', reason: typeMismatch('an object', members) }
  for (const key in members) {
    if (!isWrapped && key === 'ts') continue
    const value = readValue(key, members[key], time, membersPath)
    if ('reason' in value) refused.push(value)
    else values.push(value)
    if (values.length + refused.length > maximumValuesPerMessage) return null
  }
  return null
}

function readValue(
  key: string,
  raw: unknown,
  entryTime: number | undefined,
  path: string,
): DocumentValue | Problem {
  const wrongKey = keyProblem(key)
  if (wrongKey !== null) return { field: fieldOf(path, key), reason: wrongKey }
  if (!isObject(raw)) return asValue(key, raw, entryTime, 'good', path, '')
  if (!('v' in raw))
    return {
      field: fieldOf(path, key),
      reason: 'must be a number, a text, a boolean, null or an object with "v"',
    }
  const time = readTime(raw['ts'])
  if (typeof time === 'string') return { field: fieldOf(fieldOf(path, key), 'ts'), reason: time }
  const quality = readQuality(raw['q'])
  if (quality === null)
    return {
      field: fieldOf(fieldOf(path, key), 'q'),
      reason: 'must be "good", "uncertain" or "bad"',
    }
  return asValue(key, raw['v'], time ?? entryTime, quality, path, 'v')
}

/** A time of a document; a text where it is none. */
function readTime(raw: unknown): number | string | undefined {
  if (raw === undefined || raw === null) return undefined
  if (typeof raw !== 'number' || !Number.isFinite(raw))
    return typeMismatch('a number of milliseconds', raw)
  const time = Math.trunc(raw)
  if (time < earliestTime || time >= latestTime)
    return `${raw} is not a time in milliseconds between the years 2000 and 2100`
  return time
}

const qualityNames: Readonly<Record<string, Quality>> = {
  good: 'good',
  uncertain: 'uncertain',
  bad: 'bad',
}

function readQuality(raw: unknown): Quality | null {
  if (raw === undefined || raw === null) return 'good'
  return typeof raw === 'string' && Object.hasOwn(qualityNames, raw)
    ? (qualityNames[raw] ?? null)
    : null
}
