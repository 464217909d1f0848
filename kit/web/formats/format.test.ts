import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  abbreviateNumber,
  elapsedTime,
  formatAge,
  formatClock,
  formatDate,
  formatDateTime,
  formatDuration,
  formatNumber,
  formatOffset,
  formatWeekday,
  minusSign,
  relativeTime,
  thinSpace,
  zonedParts,
} from './format.ts'

const units = { day: 'd', hour: 'h', minute: 'min', second: 's' }
const figures = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 })
const decimals = fc.integer({ min: 0, max: 9 })
const zones = fc.constantFrom(
  'UTC',
  'Asia/Taipei',
  'America/New_York',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'Europe/Moscow',
)
const moments = fc.integer({ min: Date.UTC(1975, 0, 1), max: Date.UTC(2100, 0, 1) })

test('KW1 a number reads back as itself, rounded to its decimals', () => {
  fc.assert(
    fc.property(figures, decimals, (value, count) => {
      const plain = formatNumber(value, count).replaceAll(thinSpace, '').replace(minusSign, '-')
      expect(Number(plain)).toBeCloseTo(Number(value.toFixed(count)), 9)
      expect(plain.split('.')[1]?.length ?? 0).toBe(count)
    }),
  )
})

test('KW1 thousands stand in groups of three and only the whole part is grouped', () => {
  fc.assert(
    fc.property(figures, decimals, (value, count) => {
      const [whole = '', fraction = ''] = formatNumber(value, count)
        .replace(minusSign, '')
        .split('.')
      const groups = whole.split(thinSpace)
      expect(groups[0]).toMatch(/^\d{1,3}$/)
      for (const group of groups.slice(1)) expect(group).toMatch(/^\d{3}$/)
      expect(fraction).toMatch(/^\d*$/)
    }),
  )
})

test('KW1 zero has no sign, and what is no number shows as a dash', () => {
  expect(formatNumber(-0.04, 1)).toBe('0.0')
  expect(formatNumber(-0)).toBe('0')
  expect(formatNumber(-0.05, 2)).toBe(`${minusSign}0.05`)
  expect(formatNumber(-1284.5, 2)).toBe(`${minusSign}1${thinSpace}284.50`)
  expect(formatNumber(1e21, 1)).toBe('1 000 000 000 000 000 000 000.0'.replaceAll(' ', thinSpace))
  for (const none of [NaN, Infinity, -Infinity]) expect(formatNumber(none, 1)).toBe('–')
})

test('KW2 ages', () => {
  const written = [
    0, 999, 1_000, 59_999, 60_000, 3_599_999, 3_600_000, 86_399_999, 86_400_000, -5_000,
  ]
  expect(written.map((ms) => formatAge(ms, units))).toEqual([
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
  expect(written.map((ms) => formatDuration(ms, units))).toEqual([
    '40 s',
    '6 min 06 s',
    '22 min 06 s',
    '1 h 04 min',
    '2 d 03 h',
    '0 s',
  ])
})

test('KW2 an age never says more than passed, and less than one unit less', () => {
  const sizes: Readonly<Record<string, number>> = {
    s: 1_000,
    min: 60_000,
    h: 3_600_000,
    d: 86_400_000,
  }
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 86_400_000 * 900 }), (ms) => {
      const [count, unit = ''] = formatAge(ms, units).split(' ')
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

test('KW9 large figures in few signs', () => {
  const figures = [
    0, 7, 999, 1_000, 1_500, 12_340, 999_949, 999_950, 1e6, 2.5e9, 1e12, 3.14e15, 1e18, 1.2e21,
    -12e6, -0.01, 0.04,
  ]
  expect(figures.map((figure) => abbreviateNumber(figure))).toEqual([
    ...[
      '0',
      '7',
      '999',
      '1k',
      '1.5k',
      '12.3k',
      '999.9k',
      '1M',
      '1M',
      '2.5G',
      '1T',
      '3.1P',
      '1E',
      `1${thinSpace}200E`,
    ],
    ...[`${minusSign}12M`, '0', '0'],
  ])
  expect(abbreviateNumber(1_284, 0)).toBe('1k')
  expect(abbreviateNumber(1_284, 3)).toBe('1.284k')
  for (const none of [NaN, Infinity, -Infinity]) expect(abbreviateNumber(none)).toBe('–')
})

test('KW9 an abbreviated figure reads back to the last decimal shown', () => {
  const powers: Readonly<Record<string, number>> = {
    '': 1,
    k: 1e3,
    M: 1e6,
    G: 1e9,
    T: 1e12,
    P: 1e15,
    E: 1e18,
  }
  const anyFigure = fc.oneof(
    figures,
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -9.9e20, max: 9.9e20 }),
  )
  fc.assert(
    fc.property(anyFigure, fc.integer({ min: 0, max: 6 }), (value, decimals) => {
      const text = abbreviateNumber(value, decimals)
      const [, figure = '', sign = ''] = /^(\D?[\d.]+)([kMGTPE]?)$/.exec(text) ?? []
      const shown = Number(figure.replace(minusSign, '-'))
      const power = powers[sign] ?? NaN
      expect(Math.abs(shown * power - value)).toBeLessThanOrEqual(
        power * 10 ** -decimals * 0.500_001,
      )
      expect(Math.abs(shown)).toBeLessThan(1000)
      expect(figure).not.toMatch(/\.$|\.\d*0$/)
      if (sign !== '') expect(Math.abs(shown)).toBeGreaterThanOrEqual(1)
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
