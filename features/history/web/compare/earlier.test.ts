import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { day, localOf, zoneOffset } from '#kit/model/time/zone.ts'
import {
  alignedSpans,
  comparisons,
  earlierPeriod,
  earlierRange,
  isCompareWith,
  shiftOf,
} from './earlier.ts'

const hour = 3_600_000
const zones = ['America/St_Johns', 'Europe/Berlin', 'Asia/Taipei', 'Australia/Lord_Howe'] as const
const wall = (time: number, zone: string) =>
  new Date(localOf(time, zone)).toISOString().slice(0, 16)

test.each([
  ['day', '2026-11-19T06:00'],
  ['week', '2026-11-13T06:00'],
  ['month', '2026-10-20T06:00'],
  ['year', '2025-11-20T06:00'],
  ['2024-02-29', '2024-02-29T06:00'],
])('HI80 a %s before begins at the same time of the wall clock', (compare, expected) => {
  for (const zone of zones) {
    const from = Date.UTC(2026, 10, 20, 6) - zoneOffset(Date.UTC(2026, 10, 20), zone)
    const shift = shiftOf(compare, from, zone)
    expect(wall(earlierRange({ from, to: from + hour }, shift, zone).from, zone)).toBe(expected)
  }
})

test('HI80 a month without that day gives its last one', () => {
  const shiftFrom = (time: number, compare: string) => shiftOf(compare, time, 'UTC') / day
  expect(shiftFrom(Date.UTC(2026, 2, 31, 9), 'month')).toBe(31)
  expect(shiftFrom(Date.UTC(2024, 1, 29, 9), 'year')).toBe(366)
})

describe('HI136 whole months are compared with whole months', () => {
  const at = (text: string, zone: string) => {
    const local = Date.parse(`${text}T00:00:00Z`)
    return local - zoneOffset(local, zone)
  }
  const compared = (compare: string, from: string, to: string, zone: string) => {
    const whole = { from: at(from, zone), to: at(to, zone) }
    return { whole, ...earlierPeriod(compare, { whole, range: whole }, zone) }
  }

  test.each([
    ['month', '2026-03-01', '2026-04-01', '2026-02-01', '2026-03-01'],
    ['month', '2026-05-01', '2026-06-01', '2026-04-01', '2026-05-01'],
    ['month', '2026-04-01', '2026-05-01', '2026-03-01', '2026-04-01'],
    ['month', '2026-01-01', '2026-04-01', '2025-12-01', '2026-03-01'],
    ['year', '2024-02-01', '2024-03-01', '2023-02-01', '2023-03-01'],
    ['year', '2024-01-01', '2025-01-01', '2023-01-01', '2024-01-01'],
    // No whole month, or not a month before: as long as what is shown.
    ['month', '2026-03-01', '2026-03-31', '2026-02-01', '2026-03-03'],
    ['month', '2026-03-02', '2026-04-01', '2026-02-02', '2026-03-04'],
    ['week', '2026-03-01', '2026-04-01', '2026-02-22', '2026-03-25'],
    ['2026-02-01', '2026-03-01', '2026-04-01', '2026-02-01', '2026-03-04'],
  ])('a %s before %s to %s', (compare, from, to, earlierFrom, earlierTo) => {
    for (const zone of zones)
      expect(compared(compare, from, to, zone).range).toEqual({
        ...{ from: at(earlierFrom, zone), to: at(earlierTo, zone) },
      })
  })

  test('a shorter one ends where it ends, of a longer one nothing is drawn beyond the end', () => {
    const march = compared('month', '2026-03-01', '2026-04-01', 'Asia/Taipei')
    expect(march.shiftedSpans).toEqual([{ ...march.range, shift: 28 * day }])
    const april = compared('month', '2026-04-01', '2026-05-01', 'Asia/Taipei')
    const { from } = april.range
    expect(april.shiftedSpans).toEqual([{ from, to: from + 30 * day, shift: 31 * day }])
  })

  test('what is zoomed is as long as what is shown', () => {
    const whole = { from: Date.UTC(2026, 2, 1), to: Date.UTC(2026, 3, 1) }
    const range = { from: whole.from + day, to: whole.to }
    expect(earlierPeriod('month', { whole, range }, 'UTC').range).toEqual({
      ...{ from: range.from - 28 * day, to: range.to - 28 * day },
    })
  })
})

test('HI81 every reading is at the same time of the wall clock', () => {
  const start = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2027, 0, 1) })
  const length = fc.integer({ min: 1, max: 40 * day })
  const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 5 })
  const which = fc.tuple(fc.constantFrom(...zones), fc.constantFrom(...comparisons))
  fc.assert(
    fc.property(start, length, shares, which, (from, ms, places, [zone, compare]) => {
      const range = { from, to: from + ms }
      const shift = shiftOf(compare, from, zone)
      const earlier = earlierRange(range, shift, zone)
      const shiftedSpans = alignedSpans(range, shift, zone)
      const covered = shiftedSpans.reduce((sum, each) => sum + each.to - each.from, 0)
      // At most an hour of a change of clocks has no place.
      expect(earlier.to - earlier.from - covered).toBeLessThanOrEqual(hour)
      for (const each of shiftedSpans)
        for (const share of places) {
          const time = Math.min(each.to - 1, Math.floor(each.from + share * (each.to - each.from)))
          expect(localOf(time + each.shift, zone) - localOf(time, zone)).toBe(shift)
        }
    }),
    { numRuns: 60 },
  )
})

const berlin = 'Europe/Berlin'
/** Midnights in Berlin, around the days on which clocks change. */
const summer = Date.parse('2026-03-29T00:00:00+01:00')
const winter = Date.parse('2026-10-25T00:00:00+02:00')

test('HI81 of an hour that the present day skips nothing is drawn', () => {
  const today = { from: summer, to: summer + 23 * hour }
  expect(earlierRange(today, day, berlin)).toEqual({ from: summer - day, to: summer })
  expect(alignedSpans(today, day, berlin)).toEqual([
    { from: summer - day, to: summer - day + 2 * hour, shift: day },
    { from: summer - day + 3 * hour, to: summer, shift: day - hour },
  ])
})

test('HI81 an hour that the present day has twice is compared once', () => {
  const today = { from: winter, to: winter + 25 * hour }
  expect(alignedSpans(today, day, berlin)).toEqual([
    { from: winter - day, to: winter - day + 2 * hour, shift: day },
    { from: winter - day + 2 * hour, to: winter - day + 3 * hour, shift: day },
    { from: winter - day + 3 * hour, to: winter, shift: day + hour },
  ])
})

test('HI81 an hour that the earlier day has twice is there twice', () => {
  const today = { from: winter + 25 * hour, to: winter + 49 * hour }
  const shiftedSpans = alignedSpans(today, day, berlin)
  expect(shiftedSpans).toEqual([
    { from: winter, to: winter + 3 * hour, shift: 25 * hour },
    { from: winter + 3 * hour, to: winter + 25 * hour, shift: 24 * hour },
  ])
})

test.each([
  ['day', true],
  ['2026-11-16', true],
  ['decade', false],
  ['2026-02-30', false],
  ['2200-01-01', false],
  ['', false],
])('HI80 an address may say %j: %s', (text, expected) => {
  expect(isCompareWith(text)).toBe(expected)
})
