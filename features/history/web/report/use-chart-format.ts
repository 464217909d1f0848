import { useMemo } from 'react'
import { useLocale } from 'use-intl'
import type { Sensor } from '#kit/model/sensor.ts'
import type { ChartFormat, TimeRange } from '#kit/ui/chart/data/model.ts'
import type { TickUnit } from '#kit/ui/chart/data/ticks.ts'
import { formatClock, formatDate, formatDateTime, formatMinute } from '#kit/web/formats/format.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { formatMoment } from '#kit/web/formats/moment.ts'
import { withOffset } from '#kit/web/formats/repeated-hour.ts'
import { useNow } from '#kit/web/formats/use-now.ts'
import { day, startOfDay, zoneOffset } from '#kit/model/time/zone.ts'

/**
 * How the chart of a sensor writes: its decimals (running hours as hours and minutes), the language
 * of the page, the wall clock of the site.
 */
export function useChartFormat(sensor: Sensor, timezone: string, range: TimeRange): ChartFormat {
  const locale = useLocale()
  const span = range.to - range.from
  const detail = span <= 20_000 ? 'millisecond' : 'second'
  // The same all day long: what is drawn does not change with every minute.
  const today = startOfDay(useNow(60_000), timezone)
  const { decimals, type } = sensor
  const { hours, marks, number } = useFormat()
  return useMemo(() => {
    const intl = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locale, { timeZone: timezone, ...options })
    const dayLabel = intl({ day: 'numeric', month: 'short' })
    const monthLabel = intl({ month: 'short', year: 'numeric' })
    const yearLabel = intl({ year: 'numeric' })
    const milliseconds = (time: number) => {
      const fraction = String(Math.floor(time % 1000)).padStart(3, '0')
      return formatClock(time, timezone) + marks.decimal + fraction
    }
    const isMidnight = (time: number) => (time + zoneOffset(time, timezone)) % day === 0
    const ticks: Readonly<Record<TickUnit, (time: number) => string>> = {
      millisecond: milliseconds,
      second: (time) => formatClock(time, timezone),
      minute: (time) => (isMidnight(time) ? dayLabel.format(time) : formatMinute(time, timezone)),
      day: (time) => dayLabel.format(time),
      month: (time) => monthLabel.format(time),
      year: (time) => yearLabel.format(time),
    }
    return {
      offsetAt: (time) => zoneOffset(time, timezone),
      value: (value) => (type === 'timer' ? hours(value).text : number(value, decimals)),
      axisValue: number,
      tick: (time, unit) => ticks[unit](time),
      moment: (time) => formatMoment(time, today, { zone: timezone, locale, detail }),
    }
  }, [locale, timezone, decimals, type, hours, marks, number, detail, today])
}

/**
 * `2026-11-20 06:00 – 14:32`; the second date only where it differs. In an hour that comes twice
 * with the offset.
 */
export function spanText(span: TimeRange, timezone: string): { from: string; to: string } {
  const isFine = span.to - span.from < 600_000
  const write = isFine
    ? formatDateTime
    : (time: number) => formatDateTime(time, timezone).slice(0, 16)
  const isSameDay = formatDate(span.from, timezone) === formatDate(span.to, timezone)
  const to = write(span.to, timezone)
  return {
    from: withOffset(write(span.from, timezone), span.from, timezone),
    to: withOffset(isSameDay ? to.slice(11) : to, span.to, timezone),
  }
}
