import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instantOfText } from '#kit/model/time/zone.ts'
import { readPeriod, writePeriod } from './written-period.ts'

const minute = 60_000
const zones = ['America/St_Johns', 'Asia/Taipei', 'Europe/Moscow', 'Australia/Lord_Howe'] as const
/** Clocks of St. John’s are put back at this moment, from two to one. */
const change = Date.parse('2026-11-01T02:00:00-02:30')

test('EX32 a period that a link fills in is the same one, also in an hour that comes twice', () => {
  const near = fc.integer({ min: change - 180 * minute, max: change + 180 * minute })
  const any = fc.integer({ min: Date.UTC(1972, 0), max: Date.UTC(2090, 0) })
  fc.assert(
    fc.property(
      fc.oneof(near, any),
      fc.nat(300 * minute),
      fc.constantFrom(...zones),
      (from, length, zone) => {
        const to = from + length
        const read = readPeriod(writePeriod({ from, to }, zone), zone)
        expect(read).toEqual({
          from: Math.floor(from / minute) * minute,
          to: Math.ceil(to / minute) * minute,
        })
      },
    ),
    { examples: [[change + 10 * minute, 40 * minute, 'America/St_Johns']] },
  )
})

test('EX32 a time that somebody writes is the one of the clock; the other edge stays', () => {
  const zone = 'America/St_Johns'
  const filled = writePeriod({ from: change - minute, to: change + 30 * minute }, zone)
  expect(filled).toMatchObject({ from: '2026-11-01T01:59', to: '2026-11-01T01:30' })
  const written = { ...filled, from: '2026-10-31T06:00' }
  expect(readPeriod(written, zone)).toEqual({
    from: instantOfText('2026-10-31T06:00', zone),
    to: change + 30 * minute,
  })
  expect(readPeriod({ ...filled, to: '' }, zone).to).toBeNull()
})
