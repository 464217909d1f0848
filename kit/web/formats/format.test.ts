import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  elapsedTime,
  formatAge,
  formatClock,
  formatDate,
  formatDateTime,
  formatDuration,
  formatOffset,
  formatWeekday,
  relativeTime,
  unbroken,
  zonedParts,
} from './format.ts'
import { minusSign, numberMarks } from './number.ts'

const units = { day: 'd', hour: 'h', minute: 'min', second: 's' }
const marks = numberMarks.en
const zones = fc.constantFrom(
  'UTC',
  'Asia/Taipei',
  'America/New_York',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'Europe/Moscow',
)
const moments = fc.integer({ min: Date.UTC(1975, 0, 1), max: Date.UTC(2100, 0, 1) })

test('KW2 ages', () => {
  const written = [
    0, 999, 1_000, 59_999, 60_000, 3_599_999, 3_600_000, 86_399_999, 86_400_000, -5_000,
  ]
  expect(written.map((ms) => formatAge(ms, units, marks))).toEqual([
    '0 s',
    '0 s',
    '1 s',
    '59 s',
    '1 min',
    '59 min',
    '1 h',
    '23 h',
    '1 d',
    '0 s',
  ])
})

test('KW2 durations', () => {
  const written = [40_000, 366_000, 1_326_000, 3_840_000, 86_400_000 * 2 + 3_600_000 * 3, -1]
  expect(written.map((ms) => formatDuration(ms, units, marks))).toEqual([
    '40 s',
    '6 min 06 s',
    '22 min 06 s',
    '1 h 04 min',
    '2 d 03 h',
    '0 s',
  ])
})

test('KW2 a figure stays on one line with its unit, in every language', () => {
  const written = ['1 min 50 s', '12\u202f846 h 20 min', '2 д 03 ч', '6 分鐘 06 秒', '4 giờ', '–']
  expect(written.map(unbroken)).toEqual([
    ...['1\u00a0min 50\u00a0s', '12\u202f846\u00a0h 20\u00a0min', '2\u00a0д 03\u00a0ч'],
    ...['6\u00a0分鐘 06\u00a0秒', '4\u00a0giờ', '–'],
  ])
})

test('KW2 an age is never more than passed, and less than one unit less', () => {
  const sizes: Readonly<Record<string, number>> = {
    s: 1_000,
    min: 60_000,
    h: 3_600_000,
    d: 86_400_000,
  }
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 86_400_000 * 900 }), (ms) => {
      const [count, unit = ''] = formatAge(ms, units, marks).split(' ')
      const size = sizes[unit] ?? NaN
      expect(Number(count) * size).toBeLessThanOrEqual(ms)
      expect((Number(count) + 1) * size).toBeGreaterThan(ms)
    }),
  )
})

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

test('KW8 the words of a moment that passed change exactly at their thresholds', () => {
  for (const ms of [-day, 0, 30 * second - 1]) expect(relativeTime(ms)).toEqual({ key: 'justNow' })
  for (const ms of [30 * second, 2 * minute - 1])
    expect(relativeTime(ms)).toEqual({ key: 'minutesAgo', count: 1 })
  expect([hour - 1, hour, day - 1].map(relativeTime)).toEqual([
    { key: 'minutesAgo', count: 59 },
    { key: 'hoursAgo', count: 1 },
    { key: 'hoursAgo', count: 23 },
  ])
  for (const ms of [day, 2 * day - 1]) expect(relativeTime(ms)).toEqual({ key: 'dayAgo' })
  expect([2 * day, 400 * day].map(relativeTime)).toEqual([null, null])
})

test('KW8 without a date, minutes give way to hours, hours to days', () => {
  expect([-1, 0, 2 * minute - 1, hour - 1].map(elapsedTime)).toEqual(
    [1, 1, 1, 59].map((count) => ({ key: 'minutesAgo', count })),
  )
  expect([hour, day - 1].map(elapsedTime)).toEqual(
    [1, 23].map((count) => ({ key: 'hoursAgo', count })),
  )
  expect([day, 2 * day, 400 * day].map(elapsedTime)).toEqual(
    [1, 2, 400].map((count) => ({ key: 'daysAgo', count })),
  )
})

test('KW8 after a minute the passed time is at most one unit too small', () => {
  const sizes = { justNow: NaN, dayAgo: day, minutesAgo: minute, hoursAgo: hour, daysAgo: day }
  fc.assert(
    fc.property(fc.integer({ min: minute, max: 900 * day }), (ms) => {
      for (const words of [elapsedTime(ms), relativeTime(ms)]) {
        if (words === null) continue
        const count = 'count' in words ? words.count : 1
        expect(count * sizes[words.key]).toBeLessThanOrEqual(ms)
        expect((count + 1) * sizes[words.key]).toBeGreaterThan(ms)
      }
    }),
  )
})

test('KW3 the parts of a moment differ from UTC by the offset of the zone', () => {
  fc.assert(
    fc.property(moments, zones, (time, zone) => {
      const { year, month, day, hour, minute, second } = zonedParts(time, zone)
      const wall = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
      const [, sign, hours = '', minutes = ''] =
        /^UTC(.)(\d\d):(\d\d)/.exec(formatOffset(time, zone)) ?? []
      const offset = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === minusSign ? -1 : 1)
      expect(wall - offset).toBe(time - (time % 1_000))
    }),
  )
})

test('KW3 dates and times as people write them', () => {
  const time = Date.UTC(2026, 10, 20, 16, 5, 9)
  expect(formatDate(time, 'Asia/Taipei')).toBe('2026-11-21')
  expect(formatClock(time, 'Asia/Taipei')).toBe('00:05:09')
  expect(formatDateTime(time, 'America/New_York')).toBe('2026-11-20 11:05:09')
  expect(formatOffset(time, 'Asia/Taipei')).toBe('UTC+08:00')
  expect(formatOffset(time, 'America/New_York')).toBe(`UTC${minusSign}05:00`)
  expect(formatOffset(time, 'UTC')).toBe('UTC+00:00')
  expect(['en', 'ru', 'zh-TW'].map((locale) => formatWeekday(time, 'UTC', locale))).toEqual([
    'Fri',
    'пт',
    '週五',
  ])
})
