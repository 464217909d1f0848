import type { Locale } from '#kit/model/locale.ts'
import { day, localText, zoneOffset } from '#kit/model/time/zone.ts'
import type { TickUnit } from '#kit/ui/chart/data/ticks.ts'
import { formatDuration } from '#kit/web/formats/format.ts'
import { runningHours } from '#kit/web/formats/hours.ts'
import { formatNumber, numberMarks } from '#kit/web/formats/number.ts'
import { withOffset } from '#kit/web/formats/repeated-hour.ts'
import type { ReportWords } from './words.ts'

/** How a report writes, in one language and on the clock of one zone. */
export interface ReportFormat {
  readonly language: Locale
  readonly timezone: string
  readonly number: (value: number, decimals: number) => string
  /** From hours. */
  readonly hours: (value: number) => string
  readonly duration: (ms: number) => string
  readonly percent: (share: number) => string
  /** `2026-11-20 06:00`; in an hour that comes twice with the offset. */
  readonly moment: (time: number) => string
  /** `2026-11-20 06:00 – 14:00`; the second date only where it differs. */
  readonly span: (from: number, to: number) => string
  readonly tick: (time: number, unit: TickUnit) => string
}

export function reportFormat(
  language: Locale,
  timezone: string,
  { units }: Pick<ReportWords, 'units'>,
): ReportFormat {
  const marks = numberMarks[language]
  const number = (value: number, decimals: number) => formatNumber(value, decimals, marks)
  const minute = (time: number) => localText(time, timezone).replace('T', ' ')
  const moment = (time: number) => withOffset(minute(time), time, timezone)
  const intl = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { timeZone: timezone, ...options })
  const dayLabel = intl({ day: 'numeric', month: 'short' })
  const monthLabel = intl({ month: 'short', year: 'numeric' })
  const clock = (time: number) => minute(time).slice(11)
  const isMidnight = (time: number) => (time + zoneOffset(time, timezone)) % day === 0
  const second = (time: number) =>
    new Date(time + zoneOffset(time, timezone)).toISOString().slice(11, 19)
  const ticks: Readonly<Record<TickUnit, (time: number) => string>> = {
    millisecond: second,
    second,
    minute: (time) => (isMidnight(time) ? dayLabel.format(time) : clock(time)),
    day: (time) => dayLabel.format(time),
    month: (time) => monthLabel.format(time),
    year: (time) => minute(time).slice(0, 4),
  }
  return {
    ...{ language, timezone, number, moment },
    hours: (value) => runningHours(value, units, (whole) => number(whole, 0)).text,
    duration: (ms) => formatDuration(ms, units, marks),
    percent: (share) => `${number(share * 100, 1)} %`,
    span: (from, to) => {
      const [begin, end] = [moment(from), moment(to)]
      return `${begin} – ${begin.slice(0, 10) === end.slice(0, 10) ? end.slice(11) : end}`
    },
    tick: (time, unit) => ticks[unit](time),
  }
}
