import fc from 'fast-check'
import { expect, test } from 'vitest'
import { locales } from '#kit/model/locale.ts'
import { formatClock, formatDate } from './format.ts'
import { formatMoment, formatSpan, type MomentDetail } from './moment.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const zones = fc.constantFrom(
  ...['UTC', 'Asia/Taipei', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia', 'Europe/Moscow'],
)
const moments = fc.integer({ min: Date.UTC(1975, 0, 1), max: Date.UTC(2100, 0, 1) })

const inEveryLanguage = (time: number, now: number, zone: string) =>
  locales.map((locale) => formatMoment(time, now, { zone, locale }))

test('KW26 a moment has as much of its date as a reader needs, in every language', () => {
  const time = Date.UTC(2026, 10, 20, 16, 5, 9)
  expect(inEveryLanguage(time, Date.UTC(2026, 10, 20, 23), 'UTC')).toEqual(
    locales.map(() => '16:05:09'),
  )
  expect(inEveryLanguage(time, Date.UTC(2026, 10, 21), 'UTC')).toEqual([
    ...['Nov 20, 16:05', '20 нояб., 16:05', '11月20日 16:05', '16:05 20 thg 11'],
  ])
  expect(inEveryLanguage(time, Date.UTC(2027, 0, 1), 'UTC')).toEqual([
    ...['Nov 20, 2026, 16:05', '20 нояб. 2026 г., 16:05'],
    ...['2026年11月20日 16:05', '16:05 20 thg 11, 2026'],
  ])
})

test('KW26 day and year are those of the zone, not of the browser or of UTC', () => {
  const now = Date.UTC(2026, 11, 31, 17)
  const written = (time: number, zone: string) => formatMoment(time, now, { zone, locale: 'en' })
  const minuteBefore = now - minute
  expect(written(minuteBefore, 'UTC')).toBe('16:59:00')
  expect(written(now - 17 * hour - second, 'UTC')).toBe('Dec 30, 23:59')
  // In Taipei the year is an hour old, in New York it is noon of its last day.
  expect(written(now - hour, 'Asia/Taipei')).toBe('00:00:00')
  expect(written(now - hour - second, 'Asia/Taipei')).toBe('Dec 31, 2026, 23:59')
  expect(written(now - 12 * hour, 'America/New_York')).toBe('00:00:00')
  expect(written(now - 12 * hour - second, 'America/New_York')).toBe('Dec 30, 23:59')
})

test('KW26 the time of other years may be left out, seconds may be added', () => {
  const time = Date.UTC(2025, 1, 3, 4, 5, 6)
  const written = (now: number, detail: MomentDetail) =>
    formatMoment(time, now, { zone: 'UTC', locale: 'en', detail })
  expect(written(time + 400 * day, 'day')).toBe('Feb 3, 2025')
  expect(written(time + 40 * day, 'day')).toBe('Feb 3, 04:05')
  expect(written(time + 40 * day, 'second')).toBe('Feb 3, 04:05:06')
  expect(written(time + 400 * day, 'second')).toBe('Feb 3, 2025, 04:05:06')
})

test('KW26 a clock alone stands for a moment of today, and only for that', () => {
  const languages = fc.constantFrom(...locales)
  fc.assert(
    fc.property(
      moments,
      fc.integer({ min: -400 * day, max: 400 * day }),
      zones,
      languages,
      (now, distance, zone, locale) => {
        const time = now + distance
        const text = formatMoment(time, now, { zone, locale })
        const date = formatDate(time, zone)
        expect(/^\d\d:\d\d:\d\d$/.test(text)).toBe(date === formatDate(now, zone))
        const isOtherYear = date.slice(0, 4) !== formatDate(now, zone).slice(0, 4)
        expect(text.includes(date.slice(0, 4))).toBe(isOtherYear)
        expect(text).toContain(formatClock(time, zone).slice(0, 5))
      },
    ),
  )
})

test('KW26 a span writes once what its ends share of their dates', () => {
  const from = Date.UTC(2026, 10, 20, 23, 50)
  const written = (lasted: number, now: number, locale = 'en') =>
    formatSpan({ from, to: from + lasted }, now, { zone: 'UTC', locale }).replaceAll(/\s/g, ' ')
  expect(written(5 * minute, from)).toBe('23:50 – 23:55')
  expect(written(5 * minute, from + day)).toBe('Nov 20, 23:50 – 23:55')
  expect(written(15 * minute, from)).toBe('Nov 20, 23:50 – Nov 21, 00:05')
  expect(written(5 * minute, from + 50 * day)).toBe('Nov 20, 2026, 23:50 – 23:55')
  expect(written(5 * minute, from + day, 'vi')).toContain('20 thg 11')
})

test('KW26 a thousandth is written of today too', () => {
  const time = Date.UTC(2026, 10, 20, 16, 5, 9) + 7
  const written = (now: number, locale: string) =>
    formatMoment(time, now, { zone: 'UTC', locale, detail: 'millisecond' })
  expect([written(time, 'en'), written(time, 'ru')]).toEqual(['16:05:09.007', '16:05:09,007'])
  expect(written(time + day, 'en')).toBe('Nov 20, 16:05:09.007')
})
