import type { Locale } from '#kit/model/locale.ts'
import { formatClock, formatDate, formatDateTime } from '#kit/web/formats/format.ts'

const steps = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
  { unit: 'second', ms: 1_000 },
] as const

/** `5 minutes ago` in the language, in the largest whole unit; both in ms UTC. */
export function formatElapsed(time: number, now: number, locale: Locale): string {
  const passed = Math.max(0, now - time)
  const { unit, ms } = steps.find((step) => passed >= step.ms) ?? { unit: 'second', ms: 1_000 }
  return new Intl.RelativeTimeFormat(locale, { numeric: 'always' }).format(
    -Math.floor(passed / ms),
    unit,
  )
}

/** `14:03:12` on the clock of the site; with the date where it was another day. */
export function formatMoment(time: number, now: number, zone: string): string {
  const isToday = formatDate(time, zone) === formatDate(now, zone)
  return isToday ? formatClock(time, zone) : formatDateTime(time, zone)
}
