import { formatNumber, minusSign, noFigure, type NumberMarks } from './number.ts'

/**
 * Signs of the units of time in one language: `{ day: 'd', hour: 'h', minute: 'min', second: 's'
 * }`.
 */
export interface TimeUnits {
  readonly day: string
  readonly hour: string
  readonly minute: string
  readonly second: string
}

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/**
 * How long ago, in the largest whole unit: `3 s`, `2 min`, `5 h`, `4 d`. Less than nothing counts
 * as nothing.
 */
export function formatAge(ms: number, units: TimeUnits, marks: NumberMarks): string {
  if (!Number.isFinite(ms)) return noFigure
  const age = Math.max(0, ms)
  if (age < minuteMs) return `${Math.floor(age / secondMs)} ${units.second}`
  if (age < hourMs) return `${Math.floor(age / minuteMs)} ${units.minute}`
  if (age < dayMs) return `${Math.floor(age / hourMs)} ${units.hour}`
  return `${formatNumber(Math.floor(age / dayMs), 0, marks)} ${units.day}`
}

/**
 * What to say of a moment that passed: words of the namespace `common.passed`, or that the date
 * itself says it better.
 */
export type Passed =
  | { readonly key: 'justNow' | 'dayAgo' }
  | { readonly key: 'minutesAgo' | 'hoursAgo' | 'daysAgo'; readonly count: number }

/**
 * How long ago, from the specification: under 30 s just now, under an hour minutes, under a day
 * hours, under two days one day; from there on null, and the date says it. Minutes and hours are
 * whole ones that passed, at least one. What is still to come counts as now.
 */
export function relativeTime(ms: number): Passed | null {
  if (ms < 30 * secondMs) return { key: 'justNow' }
  if (ms < dayMs) return elapsedTime(ms)
  return ms < 2 * dayMs ? { key: 'dayAgo' } : null
}

/**
 * How long ago without any date: under an hour minutes, under a day hours, from there on days;
 * whole ones that passed, at least one.
 */
export function elapsedTime(ms: number): Passed {
  const whole = (unit: number) => Math.max(1, Math.floor(ms / unit))
  if (ms < hourMs) return { key: 'minutesAgo', count: whole(minuteMs) }
  if (ms < dayMs) return { key: 'hoursAgo', count: whole(hourMs) }
  return { key: 'daysAgo', count: whole(dayMs) }
}

/**
 * How long, in its two largest units, the second one with two digits: `40 s`, `6 min 06 s`, `1 h 04
 * min`, `2 d 03 h`.
 */
export function formatDuration(ms: number, units: TimeUnits, marks: NumberMarks): string {
  if (!Number.isFinite(ms)) return noFigure
  const seconds = Math.max(0, Math.round(ms / secondMs))
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  if (minutes === 0) return `${seconds} ${units.second}`
  if (hours === 0) return `${minutes} ${units.minute} ${twoDigits(seconds % 60)} ${units.second}`
  if (hours < 24) return `${hours} ${units.hour} ${twoDigits(minutes % 60)} ${units.minute}`
  return (
    `${formatNumber(Math.floor(hours / 24), 0, marks)} ${units.day} ` +
    `${twoDigits(hours % 24)} ${units.hour}`
  )
}

/** A length of time that breaks between its units, not between a figure and its unit. */
export function unbroken(text: string): string {
  return text.replaceAll(/(?<=\d) (?=\p{L})/gu, '\u00a0')
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}

/** The parts of a moment as a clock on the wall of `zone` shows them, each with leading zeros. */
export interface ZonedParts {
  readonly year: string
  readonly month: string
  readonly day: string
  readonly hour: string
  readonly minute: string
  readonly second: string
}

const partFormats = new Map<string, Intl.DateTimeFormat>()

/** Takes ms UTC and an IANA zone. */
export function zonedParts(time: number, zone: string): ZonedParts {
  let format = partFormats.get(zone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    partFormats.set(zone, format)
  }
  const parts = Object.fromEntries(
    format.formatToParts(time).map(({ type, value }) => [type, value]),
  )
  const part = (name: keyof ZonedParts) => parts[name] ?? ''
  return {
    year: part('year').padStart(4, '0'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
    second: part('second'),
  }
}

/** `2026-11-20` */
export function formatDate(time: number, zone: string): string {
  const { year, month, day } = zonedParts(time, zone)
  return `${year}-${month}-${day}`
}

/** `14:32` */
export function formatMinute(time: number, zone: string): string {
  const { hour, minute } = zonedParts(time, zone)
  return `${hour}:${minute}`
}

/** `14:32:08` */
export function formatClock(time: number, zone: string): string {
  const { hour, minute, second } = zonedParts(time, zone)
  return `${hour}:${minute}:${second}`
}

/** `2026-11-20 14:32:08` */
export function formatDateTime(time: number, zone: string): string {
  return `${formatDate(time, zone)} ${formatClock(time, zone)}`
}

const weekdayFormats = new Map<string, Intl.DateTimeFormat>()

/** The short name of the day of the week: `Fri`, `пт`, `週五`, `Th 6`. */
export function formatWeekday(time: number, zone: string, locale: string): string {
  const key = `${locale} ${zone}`
  const format =
    weekdayFormats.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone: zone, weekday: 'short' })
  weekdayFormats.set(key, format)
  return format.format(time)
}

/** The zone's distance from UTC at that moment: `UTC+08:00`. */
export function formatOffset(time: number, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    timeZoneName: 'longOffset',
  }).formatToParts(time)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT'
  return name === 'GMT' ? 'UTC+00:00' : name.replace('GMT', 'UTC').replace('-', minusSign)
}
