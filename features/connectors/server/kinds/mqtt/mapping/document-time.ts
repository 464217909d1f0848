import { earliestTime, latestTime, typeMismatch } from '#kit/server/documents/document-value.ts'

/** Largest numbers that are still seconds, milliseconds or microseconds of the years up to 2100. */
const scales = [
  [1e11, 1_000],
  [1e14, 1],
  [1e17, 1e-3],
  [Number.POSITIVE_INFINITY, 1e-6],
] as const

/** A day and time with its zone, as ISO 8601 writes them. */
const zoned = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/
/** The same without a zone: which time it is stays unknown. */
const unzoned = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/

/**
 * A time in ms UTC, of seconds, milliseconds, microseconds or nanoseconds since 1970, or of a text
 * with a zone; why it is none otherwise. Nothing, and null, is no time.
 */
export function readTime(raw: unknown): number | undefined | { readonly reason: string } {
  if (raw === undefined || raw === null) return undefined
  const time = typeof raw === 'string' ? timeOfText(raw) : raw
  if (typeof time !== 'number' || !Number.isFinite(time)) return { reason: reasonAgainst(raw) }
  const factor = typeof raw === 'string' ? 1 : factorOf(time)
  const ms = Math.round(time * factor)
  return ms >= earliestTime && ms < latestTime
    ? ms
    : { reason: `${JSON.stringify(raw)} is no time between the years 2000 and 2100` }
}

function factorOf(time: number): number {
  return scales.find(([limit]) => Math.abs(time) < limit)?.[1] ?? 1
}

function timeOfText(text: string): number {
  const isTime = zoned.test(text) && isDay(text.slice(0, 10))
  return isTime ? Date.parse(text.replace(' ', 'T').replace(',', '.')) : Number.NaN
}

/** A day that its month does not have is one of the next month for the language. */
function isDay(day: string): boolean {
  const start = Date.parse(`${day}T00:00:00Z`)
  return Number.isFinite(start) && new Date(start).toISOString().startsWith(day)
}

function reasonAgainst(raw: unknown): string {
  if (typeof raw !== 'string') return typeMismatch('a time', raw)
  return unzoned.test(raw) && !zoned.test(raw)
    ? `${JSON.stringify(raw.slice(0, 40))} has no zone: it is not known which time that is`
    : `${JSON.stringify(raw.slice(0, 40))} is not a time`
}
