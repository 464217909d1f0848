import fc from 'fast-check'
import { expect, test } from 'vitest'
import { repeatedMidnights } from './repeated-midnights.ts'
import { dateOf, day, localOf } from './zone.ts'

test('HI76 St. John’s had its midnight twice until 2011, an hour apart', () => {
  const year = { from: Date.UTC(2010, 0), to: Date.UTC(2011, 0) }
  expect(repeatedMidnights(year, 'America/St_Johns')).toEqual([
    { from: Date.parse('2010-11-07T02:30:00Z'), to: Date.parse('2010-11-07T03:30:00Z') },
  ])
  const later = { from: Date.UTC(2012, 0), to: Date.UTC(2027, 0) }
  expect(repeatedMidnights(later, 'America/St_Johns')).toEqual([])
})

test('HI76 the date of such a time is that of the end, of others the one that is shown', () => {
  const zones = ['America/St_Johns', 'America/Havana', 'Africa/Cairo', 'Europe/Berlin'] as const
  const moment = fc.integer({ min: Date.UTC(1988, 0), max: Date.UTC(2027, 0) })
  const month = 30 * day
  const check = (around: number, share: number, zone: string) => {
    const range = { from: around - month, to: around + month }
    const spans = repeatedMidnights(range, zone)
    const times = [around, ...spans.flatMap(({ from, to }) => [from - 1, from, to - 1, to])]
    times.push(...spans.map(({ from, to }) => Math.floor(from + share * (to - from))))
    for (const time of times) {
      const span = spans.find(({ from, to }) => time >= from && time < to)
      const shown = Math.floor(localOf(span?.to ?? time, zone) / day) * day
      expect(dateOf(time, zone)).toBe(shown)
    }
  }
  const share = fc.double({ min: 0, max: 0.999, noNaN: true })
  fc.assert(fc.property(moment, share, fc.constantFrom(...zones), check), { numRuns: 200 })
})
