import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { zoneOffset } from '#kit/model/time/zone.ts'
import { timeTicks, valueTicks } from './ticks.ts'

const hour = 3_600_000
const utc = () => 0
/** Berlin by its rule in 2026, enough of a zone to test with. */
const berlin = (time: number) =>
  time >= Date.parse('2026-03-29T01:00:00Z') && time < Date.parse('2026-10-25T01:00:00Z')
    ? 2 * hour
    : hour
const clock = (times: readonly number[], offsetAt: (time: number) => number) =>
  times.map((time) => new Date(time + offsetAt(time)).toISOString().slice(5, 16).replace('T', ' '))

describe('time ticks', () => {
  test('CH7 ticks ascend, lie in the range and are no more than asked for', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2026-12-01') }),
        fc.double({ min: 1, max: 11, noNaN: true }).map((exponent) => Math.ceil(10 ** exponent)),
        fc.integer({ min: 2, max: 20 }),
        (from, span, maximumTicks) => {
          const { times } = timeTicks(from, from + span, maximumTicks, berlin)
          // A month may have 28 days, and the clocks go back once.
          expect(times.length).toBeLessThanOrEqual(Math.ceil(maximumTicks * 1.1) + 2)
          expect(
            times.every(
              (time, index) =>
                time >= from && time <= from + span && time > (times[index - 1] ?? -1),
            ),
          ).toBe(true)
        },
      ),
      { numRuns: 1000 },
    )
  })

  test('CH7 hours are full hours of the site, also in a zone with a half hour', () => {
    const from = Date.parse('2026-11-20T00:10:00Z')
    const { times, unit } = timeTicks(from, from + 6 * hour, 7, () => 5.5 * hour)
    expect(unit).toBe('minute')
    expect(clock(times, () => 5.5 * hour)).toEqual(
      ['06:00', '07:00', '08:00', '09:00', '10:00', '11:00'].map((text) => `11-20 ${text}`),
    )
  })
})

describe('time ticks on the wall clock', () => {
  test('CH7 six-hour steps stay on the wall clock across both clock changes', () => {
    const spring = timeTicks(
      Date.parse('2026-03-28T23:00:00Z'),
      Date.parse('2026-03-29T22:00:00Z'),
      5,
      berlin,
    )
    expect(clock(spring.times, berlin)).toEqual([
      '03-29 00:00',
      '03-29 06:00',
      '03-29 12:00',
      '03-29 18:00',
      '03-30 00:00',
    ])
    const autumn = timeTicks(
      Date.parse('2026-10-24T22:00:00Z'),
      Date.parse('2026-10-25T23:00:00Z'),
      5,
      berlin,
    )
    expect(clock(autumn.times, berlin)).toEqual([
      '10-25 00:00',
      '10-25 06:00',
      '10-25 12:00',
      '10-25 18:00',
      '10-26 00:00',
    ])
  })

  test('CH7 the repeated hour has its ticks twice', () => {
    const { times } = timeTicks(
      Date.parse('2026-10-25T00:00:00Z'),
      Date.parse('2026-10-25T02:00:00Z'),
      4,
      berlin,
    )
    expect(clock(times, berlin)).toEqual([
      '10-25 02:00',
      '10-25 02:30',
      '10-25 02:00',
      '10-25 02:30',
      '10-25 03:00',
    ])
  })

  test('CH7 days begin at midnight, weeks on Monday, months on the first', () => {
    const days = timeTicks(
      Date.parse('2026-03-27T23:00:00Z'),
      Date.parse('2026-03-31T12:00:00Z'),
      6,
      berlin,
    )
    expect(clock(days.times, berlin)).toEqual([
      '03-28 00:00',
      '03-29 00:00',
      '03-30 00:00',
      '03-31 00:00',
    ])
    const weeks = timeTicks(Date.parse('2026-11-01'), Date.parse('2026-11-30'), 5, utc)
    expect(weeks.times.map((time) => new Date(time).getUTCDay())).toEqual([1, 1, 1, 1, 1])
    const months = timeTicks(Date.parse('2025-11-10'), Date.parse('2026-05-10'), 7, berlin)
    expect(months.unit).toBe('month')
    expect(clock(months.times, berlin).map((text) => text.slice(3))).toEqual(
      Array.from({ length: 6 }, () => '01 00:00'),
    )
  })
})

/** Every time of the wall clock that is a multiple of `step`, found by looking at all quarters. */
function quartersOf(from: number, to: number, step: number, offsetAt: (time: number) => number) {
  const quarter = hour / 4
  const times: number[] = []
  for (let time = Math.ceil(from / quarter) * quarter; time <= to; time += quarter)
    if ((time + offsetAt(time)) % step === 0) times.push(time)
  return times
}

test('CH7 ticks are all round times of real zones, around each change of their clocks', () => {
  const changes = [
    ['America/St_Johns', '2026-11-01T04:30:00Z'],
    ['America/St_Johns', '2026-03-08T05:30:00Z'],
    ['America/St_Johns', '2010-11-07T02:31:00Z'],
    ['Europe/Moscow', '2014-10-25T22:00:00Z'],
    ['Europe/Moscow', '2011-03-26T23:00:00Z'],
    ['Asia/Taipei', '1979-06-30T16:00:00Z'],
    ['Asia/Taipei', '1979-09-30T15:00:00Z'],
    ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ] as const
  fc.assert(
    fc.property(
      fc.constantFrom(...changes),
      fc.constantFrom(hour / 4, hour / 2, hour, 2 * hour, 3 * hour, 6 * hour, 12 * hour),
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 0, max: 19 * 60 }),
      ([zone, change], step, count, before) => {
        const offsetAt = (time: number) => zoneOffset(time, zone)
        const from = Date.parse(change) - (before * step) / 60
        const to = from + count * step
        const { times } = timeTicks(from, to, count, offsetAt)
        expect(times).toEqual(quartersOf(from, to, step, offsetAt))
      },
    ),
    { numRuns: 100 },
  )
})

describe('value ticks', () => {
  test('CH8 round values within the range, each distinct at the digits given', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e6, max: 1e6, noNaN: true }),
        fc.double({ min: -4, max: 6, noNaN: true }).map((exponent) => 10 ** exponent),
        fc.integer({ min: 2, max: 12 }),
        (low, span, maximumTicks) => {
          const { values, decimals } = valueTicks(low, low + span, maximumTicks)
          expect(values.length).toBeLessThanOrEqual(maximumTicks + 1)
          expect(new Set(values.map((value) => value.toFixed(decimals))).size).toBe(values.length)
        },
      ),
    )
    expect(valueTicks(80, 240, 8)).toEqual({
      values: [80, 100, 120, 140, 160, 180, 200, 220, 240],
      decimals: 0,
    })
    expect(valueTicks(0, 1, 4)).toEqual({ values: [0, 0.25, 0.5, 0.75, 1], decimals: 2 })
    // Above 2^53 the next whole multiple of the step may be the same number.
    expect(valueTicks(1e16, 1e16 + 2, 5).values).toEqual([1e16])
  })
})
