import { dayAt, type Range } from '#kit/model/time/period.ts'
import { day as dayMs, instantOfText } from '#kit/model/time/zone.ts'
import { formatDate } from '#kit/web/formats/format.ts'

const hourMs = 3_600_000

/** The day whose readings are shown. */
export interface ShownDay {
  /** Such as `2026-11-30`, of the site's zone. */
  readonly day: string
  /** The day of the present, or of the past moment that the page shows. */
  readonly latest: string
  readonly range: Range
  /** Readings may still come. */
  readonly isToday: boolean
}

interface DayRequest {
  /** Such as `2026-11-30`; null: the latest. */
  readonly day: string | null
  /** The moment of the past that the page shows (ms UTC); null: the present. */
  readonly at: number | null
  /** ms UTC. */
  readonly now: number
  readonly timezone: string
}

/**
 * The day that is wanted. Today reaches to the next full hour, so that its curve has the room; the
 * day of a past moment to that moment, because nothing later had happened. A day that is still to
 * come is the latest.
 */
export function shownDay({ day, at, now, timezone }: DayRequest): ShownDay {
  const latest = formatDate(at ?? now, timezone)
  const shown = day !== null && day < latest ? day : latest
  const noon = instantOfText(`${shown}T12:00`, timezone) ?? now
  const { from, to } = dayAt(noon, timezone)
  const isLatest = shown === latest
  const end = !isLatest ? to : at === null ? Math.min(to, fullHourAfter(now, from)) : at + 1
  return {
    ...{ day: shown, latest, isToday: isLatest && at === null },
    range: { from, to: Math.max(from + 1, end) },
  }
}

const fullHourAfter = (now: number, midnight: number): number =>
  midnight + (Math.floor((now - midnight) / hourMs) + 1) * hourMs

/** The day that is `days` later. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}
