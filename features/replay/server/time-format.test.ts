import fc from 'fast-check'
import { expect, test } from 'vitest'
import { timeReader } from './time-format.ts'

const utc = timeReader('UTC')
const year2000 = Date.UTC(2000, 0, 1)
const moment = fc.integer({ min: year2000, max: Date.UTC(2090, 0, 1) })

test('RP3 ISO times, times with a space and epochs mean the same moment', () => {
  fc.assert(
    fc.property(moment, (time) => {
      const iso = new Date(time).toISOString()
      const [date = '', clock = ''] = iso.slice(0, -1).split('T')
      const [year, month, day] = date.split('-')
      for (const text of [
        iso,
        iso.slice(0, -1),
        `${date} ${clock}`,
        `${year}/${month}/${day} ${clock}`,
        `${day}.${month}.${year} ${clock}`,
      ])
        expect(utc(text), text).toBe(time)
      expect(utc(`${date}T${clock}+05:30`)).toBe(time - 5.5 * 3_600_000)
      expect(utc(`${date} ${clock} -0700`)).toBe(time + 7 * 3_600_000)
      expect(utc(String(time))).toBe(time)
      expect(utc(String(time / 1_000))).toBe(time)
    }),
  )
})

test('RP3 a date without a clock is midnight', () => {
  expect(utc('2026-11-20')).toBe(Date.UTC(2026, 10, 20))
})

test.each([
  '',
  'soon',
  '12',
  '2026-02-30 10:00:00',
  '2026-13-01',
  '2026-11-20 25:00:00',
  '2026-11-20 10:61:00',
  '11/20/2026',
  '2026-11-20x',
])('RP3 "%s" is not a time', (text) => {
  expect(utc(text)).toBeUndefined()
})

test('RP3 times without a zone are of the named zone, around its clock changes', () => {
  expect(timeReader('Asia/Taipei')('2026-11-20 14:32:08')).toBe(Date.UTC(2026, 10, 20, 6, 32, 8))
  const berlin = timeReader('Europe/Berlin')
  expect(berlin('2026-07-01 12:00:00')).toBe(Date.UTC(2026, 6, 1, 10))
  expect(berlin('2026-12-01 12:00:00')).toBe(Date.UTC(2026, 11, 1, 11))
  expect(berlin('2026-03-29 01:59:59')).toBe(Date.UTC(2026, 2, 29, 0, 59, 59))
  expect(berlin('2026-03-29 03:00:00')).toBe(Date.UTC(2026, 2, 29, 1))
  expect(berlin('2026-10-25 01:59:59')).toBe(Date.UTC(2026, 9, 24, 23, 59, 59))
  expect(berlin('2026-10-25 03:00:00')).toBe(Date.UTC(2026, 9, 25, 2))
  expect(berlin('2026-07-01T12:00:00Z')).toBe(Date.UTC(2026, 6, 1, 12))
})

test('RP3 a time that a clock change repeats is its first, one that it skips is the change', () => {
  const berlin = timeReader('Europe/Berlin')
  expect(berlin('2026-10-25 02:30:00')).toBe(Date.UTC(2026, 9, 25, 0, 30))
  expect(berlin('2026-03-29 02:30:00')).toBe(Date.UTC(2026, 2, 29, 1))
})

test('RP3 the wall clock of a zone gives back the moment that it showed', () => {
  const newYork = timeReader('America/New_York')
  const wall = new Intl.DateTimeFormat('sv', {
    timeZone: 'America/New_York',
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  fc.assert(
    fc.property(moment, (time) => {
      const second = Math.floor(time / 1_000) * 1_000
      const text = wall.format(second)
      // In the hour that a clock change repeats, a wall clock is not unique.
      const repeated = [-3_600_000, 3_600_000].some((shift) => wall.format(second + shift) === text)
      if (!repeated) expect(newYork(text)).toBe(second)
    }),
    { numRuns: 500 },
  )
})
