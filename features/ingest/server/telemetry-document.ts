import type { Quality } from '#kit/model/quality.ts'
import { maximumKeyLength, maximumTextLength, maximumValuesPerMessage } from '../contract/limits.ts'

/** One value of a device document; without a time it gets that of its receipt. */
export interface DocumentValue {
  readonly key: string
  readonly value: number | string
  readonly time: number | undefined
  readonly quality: Quality
}

/** Why a document was refused: where in it, and what is wrong there. */
export interface Problem {
  readonly field: string
  readonly reason: string
}

export type ParsedDocument = { readonly values: readonly DocumentValue[] } | { readonly problem: Problem }

/** Times outside this span are taken for a mistake, most often seconds instead of milliseconds. */
export const earliestTime = Date.UTC(2000, 0, 1)
export const latestTime = Date.UTC(2100, 0, 1)

class Refused extends Error {
  readonly problem: Problem
  constructor(field: string, reason: string) {
    super(`${field}: ${reason}`)
    this.problem = { field, reason }
  }
}

/**
 * Understands a telemetry document: `{"ts": ms?, "values": {key: value, …}}`, an array of them, or values as
 * `{"v": value, "ts": ms?, "q": quality?}`, also without the `values` around them. A value is a number, a text or a boolean
 * (1 or 0). A document is taken whole or refused whole, with the first field that is wrong.
 */
export function parseTelemetry(text: string): ParsedDocument {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch (error) {
    return { problem: { field: 'document', reason: `is not JSON: ${error instanceof Error ? error.message : String(error)}` } }
  }
  return understandTelemetry(document)
}

/** Like `parseTelemetry`, for a document that has been read from JSON already. */
export function understandTelemetry(document: unknown): ParsedDocument {
  const values: DocumentValue[] = []
  try {
    if (Array.isArray(document)) document.forEach((entry: unknown, index) => readEntry(entry, `[${index}]`, values))
    else readEntry(document, '', values)
    if (values.length === 0) throw new Refused('values', 'must hold at least one value')
  } catch (error) {
    if (error instanceof Refused) return { problem: error.problem }
    throw error
  }
  return { values }
}

function readEntry(entry: unknown, path: string, into: DocumentValue[]): void {
  if (!isObject(entry)) throw new Refused(path || 'document', `must be an object, not ${kindOf(entry)}`)
  const time = readTime(entry['ts'], at(path, 'ts'))
  const wrapped = 'values' in entry
  const values = wrapped ? entry['values'] : entry
  const valuesPath = wrapped ? at(path, 'values') : path
  if (!isObject(values)) throw new Refused(valuesPath, `must be an object, not ${kindOf(values)}`)
  for (const key in values) {
    if (!wrapped && key === 'ts') continue
    if (into.length >= maximumValuesPerMessage)
      throw new Refused(valuesPath || 'document', `holds more than ${maximumValuesPerMessage} values`)
    into.push(readValue(key, values[key], time, at(valuesPath, key)))
  }
}

/** A character that can be seen: no blank, and none that is drawn as nothing. */
const visible = /[^\s\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u

function readValue(key: string, raw: unknown, time: number | undefined, field: string): DocumentValue {
  if (key === '' || key.length > maximumKeyLength)
    throw new Refused(clip(field), `key must have 1 to ${maximumKeyLength} characters`)
  if (!visible.test(key)) throw new Refused(clip(field), 'key must not be blank')
  if (key.trim() !== key) throw new Refused(clip(field), 'key must not begin or end with a blank')
  if (/\p{Cc}/u.test(key)) throw new Refused(clip(field), 'key must not hold control characters')
  if (!key.isWellFormed()) throw new Refused(clip(field), 'key must not hold half a character')
  if (!isObject(raw)) return { key, value: readScalar(raw, field), time, quality: 'good' }
  if (!('v' in raw)) throw new Refused(clip(field), 'must be a number, a text, a boolean or an object with "v"')
  return {
    key,
    value: readScalar(raw['v'], at(field, 'v')),
    time: readTime(raw['ts'], at(field, 'ts')) ?? time,
    quality: readQuality(raw['q'], at(field, 'q')),
  }
}

function readScalar(raw: unknown, field: string): number | string {
  if (typeof raw === 'number' && Number.isFinite(raw)) return raw
  if (typeof raw === 'boolean') return raw ? 1 : 0
  if (typeof raw !== 'string') throw new Refused(clip(field), `must be a number, a text or a boolean, not ${kindOf(raw)}`)
  if (raw.length > maximumTextLength) throw new Refused(clip(field), `text must have at most ${maximumTextLength} characters`)
  return raw.isWellFormed() ? raw : raw.toWellFormed()
}

function readTime(raw: unknown, field: string): number | undefined {
  if (raw === undefined || raw === null) return undefined
  if (typeof raw !== 'number' || !Number.isFinite(raw))
    throw new Refused(clip(field), `must be a number of milliseconds, not ${kindOf(raw)}`)
  const time = Math.trunc(raw)
  if (time < earliestTime || time >= latestTime)
    throw new Refused(clip(field), `${raw} is not a time in milliseconds between the years 2000 and 2100`)
  return time
}

const qualityNames: Readonly<Record<string, Quality>> = { good: 'good', uncertain: 'uncertain', bad: 'bad' }

function readQuality(raw: unknown, field: string): Quality {
  if (raw === undefined || raw === null) return 'good'
  const quality = typeof raw === 'string' && Object.hasOwn(qualityNames, raw) ? qualityNames[raw] : undefined
  if (!quality) throw new Refused(clip(field), 'must be "good", "uncertain" or "bad"')
  return quality
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'number' ? String(value) : `a ${typeof value}`
}

function at(path: string, key: string): string {
  // A blank alone, or at an end, is only seen between quotation marks.
  const name = key.trim() === key && visible.test(key) ? key : JSON.stringify(key)
  return path === '' ? name : `${path}.${name}`
}

function clip(field: string): string {
  return field.length <= 160 ? field : `${field.slice(0, 157)}…`
}
