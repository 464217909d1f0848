import fc from 'fast-check'
import { expect, test } from 'vitest'
import { locales } from '#kit/model/locale.ts'
import { formatDateTime } from './format.ts'
import { formatMoment, formatSpan } from './moment.ts'
import { formatOffsets } from './offsets.ts'
import { formatInstant } from './repeated-hour.ts'

const second = 1_000
const zones = ['America/St_Johns', 'Asia/Taipei', 'Europe/Moscow', 'Australia/Lord_Howe'] as const

test.each([
  ['America/St_Johns', '2026-11-01T00:59:59-02:30', '2026-11-01 00:59:59'],
  ['America/St_Johns', '2026-11-01T01:00:00-02:30', '2026-11-01 01:00:00 (UTC−02:30)'],
  ['America/St_Johns', '2026-11-01T01:59:59-02:30', '2026-11-01 01:59:59 (UTC−02:30)'],
  ['America/St_Johns', '2026-11-01T01:00:00-03:30', '2026-11-01 01:00:00 (UTC−03:30)'],
  ['America/St_Johns', '2026-11-01T02:00:00-03:30', '2026-11-01 02:00:00'],
  ['America/St_Johns', '2026-03-08T03:00:00-02:30', '2026-03-08 03:00:00'],
  ['Europe/Moscow', '2014-10-26T01:30:00+04:00', '2014-10-26 01:30:00 (UTC+04:00)'],
  ['Europe/Moscow', '2014-10-26T01:30:00+03:00', '2014-10-26 01:30:00 (UTC+03:00)'],
  ['Asia/Taipei', '1979-09-30T23:30:00+08:00', '1979-09-30 23:30:00 (UTC+08:00)'],
  ['Australia/Lord_Howe', '2026-04-05T01:45:00+11:00', '2026-04-05 01:45:00 (UTC+11:00)'],
  ['Australia/Lord_Howe', '2026-04-05T01:15:00+11:00', '2026-04-05 01:15:00'],
])('KW29 in %s %s is written as %s', (zone, time, written) => {
  expect(formatInstant(Date.parse(time), zone)).toBe(written)
})

test('KW29 a moment of lists and notices has its offset there, too', () => {
  const now = Date.parse('2026-11-01T12:00:00-03:30')
  const write = (time: string, later: number) =>
    formatMoment(Date.parse(time), now + later, { zone: 'America/St_Johns', locale: 'en' })
  const [first, second] = ['2026-11-01T01:30:00-02:30', '2026-11-01T01:30:00-03:30'] as const
  expect(write(first, 0)).toBe('01:30:00 (UTC−02:30)')
  expect(write(second, 0)).toBe('01:30:00 (UTC−03:30)')
  expect(write(second, 86_400_000)).toBe('Nov 1, 01:30 (UTC−03:30)')
  expect(write('2026-11-01T02:30:00-03:30', 0)).toBe('02:30:00')
})

test('KW29 two instants are never written alike', () => {
  const seconds = fc.integer({ min: Date.UTC(1972, 0) / second, max: Date.UTC(2035, 0) / second })
  fc.assert(
    fc.property(seconds, fc.constantFrom(...zones), (at, zone) => {
      const time = at * second
      const others = [-60, -30, 30, 60].map((minutes) => time + minutes * 60 * second)
      const twin = others.find((each) => formatDateTime(each, zone) === formatDateTime(time, zone))
      const written = formatInstant(time, zone)
      expect(written.length > 19).toBe(twin !== undefined)
      if (twin !== undefined) expect(formatInstant(twin, zone)).not.toBe(written)
    }),
  )
})

test.each([
  ['America/St_Johns', '2026-11-01T00:00-02:30', '2026-11-02T00:00-03:30', 'UTC−02:30 / UTC−03:30'],
  ['America/St_Johns', '2026-10-31T00:00-02:30', '2026-11-01T00:00-02:30', 'UTC−02:30'],
  ['America/St_Johns', '2026-11-01T00:00-02:30', '2026-11-01T01:00-03:30', 'UTC−02:30'],
  ['America/St_Johns', '2025-12-01T00:00-03:30', '2026-12-01T00:00-03:30', 'UTC−03:30 / UTC−02:30'],
  ['Europe/Moscow', '2014-10-26T00:00+04:00', '2014-10-27T00:00+03:00', 'UTC+04:00 / UTC+03:00'],
  ['Asia/Taipei', '2026-01-01T00:00+08:00', '2026-12-01T00:00+08:00', 'UTC+08:00'],
])('KW3 a range in %s from %s to %s names %s', (zone, from, to, expected) => {
  expect(formatOffsets({ from: Date.parse(from), to: Date.parse(to) }, zone)).toBe(expected)
})

test('KW29 the ends of a span have their offsets there, each where clocks show it twice', () => {
  const write = (from: string, to: string, locale = 'en', today = '2026-11-01T12:00:00-03:30') =>
    formatSpan({ from: Date.parse(from), to: Date.parse(to) }, Date.parse(today), {
      ...{ zone: 'America/St_Johns', locale },
    }).replaceAll(/\s/g, ' ')
  const [first, second] = ['2026-11-01T01:50:00-02:30', '2026-11-01T01:10:00-03:30'] as const
  const written = '01:50 (UTC−02:30) – 01:10 (UTC−03:30)'
  expect(write(first, second)).toBe(written)
  const later = '2026-11-05T12:00:00-03:30'
  for (const locale of locales) {
    const text = write(first, second, locale, later)
    expect(text.replaceAll(' ', '')).toMatch(/01:50\(UTC−02:30\).*01:10\(UTC−03:30\)/)
  }
  // An hour later clocks show the same: that is no moment.
  expect(write(first, '2026-11-01T01:50:00-03:30')).toBe('01:50 (UTC−02:30) – 01:50 (UTC−03:30)')
  expect(write(first, '2026-11-01T01:50:20-02:30')).toBe('01:50 (UTC−02:30)')
  expect(write('2026-11-01T00:50:00-02:30', first)).toBe('00:50 – 01:50 (UTC−02:30)')
  expect(write(second, '2026-11-01T02:50:00-03:30')).toBe('01:10 (UTC−03:30) – 02:50')
})
