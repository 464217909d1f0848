import { maximumTextLength } from '#kit/model/limits.ts'
import type { Quality } from '#kit/model/quality.ts'
import type { SensorHint } from '#kit/server/catalogue.ts'
import { Unrepresentable } from './document-json.ts'
import { fieldOf } from './document-keys.ts'

/**
 * One value of a device document; without a time it gets that of its receipt. null: the sensor has
 * no value.
 */
export interface DocumentValue {
  readonly key: string
  readonly value: number | string | null
  readonly time: number | undefined
  readonly quality: Quality
  /** Where in the document it stands, without its key. */
  readonly path: string
  /** The document stated true or false: what is only ever on or off. */
  readonly isBoolean?: true
  /** For the sensor, where it is not there yet. */
  readonly hint?: SensorHint
}

/** Why something was refused: where in the document, and what is wrong there. */
export interface Problem {
  readonly field: string
  readonly reason: string
}

/** Times outside this span are taken for a mistake, most often seconds instead of milliseconds. */
export const earliestTime = Date.UTC(2000, 0, 1)
export const latestTime = Date.UTC(2100, 0, 1)

/** `inner`: the member of the value's object in which `raw` stands, if any. */
export function asValue(
  key: string,
  raw: unknown,
  time: number | undefined,
  quality: Quality,
  path: string,
  inner: string,
): DocumentValue | Problem {
  if (raw === null) return { key, value: null, time, quality: 'bad', path }
  if (typeof raw === 'number' && Number.isFinite(raw))
    return { key, value: raw, time, quality, path }
  if (typeof raw === 'boolean')
    return { key, value: raw ? 1 : 0, time, quality, path, isBoolean: true }
  if (typeof raw === 'string' && raw.length <= maximumTextLength && raw.isWellFormed())
    return { key, value: raw, time, quality, path }
  const field = fieldOf(path, key)
  return { field: inner === '' ? field : fieldOf(field, inner), reason: valueProblem(raw) }
}

function valueProblem(raw: unknown): string {
  if (typeof raw !== 'string') return typeMismatch('a number, a text, a boolean or null', raw)
  return raw.isWellFormed()
    ? `text must have at most ${maximumTextLength} characters`
    : 'text must not hold half a character'
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Unrepresentable)
  )
}

export function typeMismatch(expected: string, value: unknown): string {
  return value instanceof Unrepresentable
    ? value.reason
    : `must be ${expected}, not ${kindOf(value)}`
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'number' ? String(value) : `a ${typeof value}`
}
