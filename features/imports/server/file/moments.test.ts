import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { zoneOffset } from '#kit/model/time/zone.ts'
import { MomentReader, serialLocal, WallClock, writtenTime } from './moments.ts'
import { RowOrder } from './row-order.ts'

const iso = (time: number) => new Date(time).toISOString()
const latest = Date.UTC(2030, 0)
const plain = {
  timezone: 'UTC',
  repeatedHour: 'order',
  format: 'iso',
  is1904: false,
  latest,
} as const

const noRow = new RowOrder().before(0)
const after = (time: number) => ({ time, isFalling: false })

/** The instant that is read, or why there is none. */
function read(
  text: string | number,
  options: Partial<ConstructorParameters<typeof MomentReader>[0]>,
) {
  const found = new MomentReader({ ...plain, ...options }).read(text, null, null, noRow)
  return 'reason' in found ? found.reason : iso(found.time)
}

describe('IM3 times as they are written', () => {
  test.each([
    ['2026-04-03', 'iso', '2026-04-03T00:00:00.000Z'],
    ['2026-04-03 14:30', 'iso', '2026-04-03T14:30:00.000Z'],
    ['2026-04-03T14:30:15.1239Z', 'iso', '2026-04-03T14:30:15.123Z'],
    ['2026-04-03T14:30:15,5+05:30', 'iso', '2026-04-03T09:00:15.500Z'],
    ['20260403T143015', 'iso', '2026-04-03T14:30:15.000Z'],
    ['2026/4/3 2:05 PM', 'iso', '2026-04-03T14:05:00.000Z'],
    ['03/04/2026 12:00 am', 'day-first', '2026-04-03T00:00:00.000Z'],
    ['03/04/2026 12:00', 'month-first', '2026-03-04T12:00:00.000Z'],
    ['3.4.2026 08:00:00', 'day-first', '2026-04-03T08:00:00.000Z'],
    ['1775226615', 'epoch-s', '2026-04-03T14:30:15.000Z'],
    ['1775226615,25', 'epoch-s', '2026-04-03T14:30:15.250Z'],
    ['1775226615123', 'epoch-ms', '2026-04-03T14:30:15.123Z'],
    ['2026-02-29', 'iso', 'unreadable_time'],
    ['2026-04-03 24:00', 'iso', 'unreadable_time'],
    ['2026-04-03 13:00 PM', 'iso', 'unreadable_time'],
    ['yesterday', 'iso', 'unreadable_time'],
    ['2016-12-31T23:59:60Z', 'iso', 'leap_second'],
    ['1970-01-01 00:00', 'iso', 'too_early'],
    ['0', 'epoch-s', 'too_early'],
    ['2099-01-01 00:00', 'iso', 'in_future'],
    ['1e3', 'epoch-ms', 'unreadable_time'],
  ] as const)('%s as %s is %s', (text, format, expected) => {
    expect(read(text, { format })).toBe(expected)
  })

  test.each([
    ['31.12.25 23:59', 'day-first', '2025-12-31T23:59:00.000Z'],
    ['12/31/25 11:59 pm', 'month-first', '2025-12-31T23:59:00.000Z'],
    ['25-12-31 23:59:00', 'iso', '2025-12-31T23:59:00.000Z'],
    ['3/4/99', 'day-first', '1999-04-03T00:00:00.000Z'],
    ['3/4/69', 'day-first', 'too_early'],
    ['3/4/68', 'day-first', 'in_future'],
    ['29.02.00', 'day-first', '2000-02-29T00:00:00.000Z'],
    ['29.02.25', 'day-first', 'unreadable_time'],
    ['251231', 'iso', 'unreadable_time'],
    ['3/4/026', 'day-first', 'unreadable_time'],
    ['3/4/6', 'day-first', 'unreadable_time'],
  ] as const)('IM25 %s as %s is %s', (text, format, expected) => {
    expect(read(text, { format })).toBe(expected)
  })

  test('dates of a workbook count from 1900 or 1904, to the millisecond', () => {
    const serial = Date.UTC(2026, 3, 3, 14, 30, 15, 123) / 86_400_000 + 25_569
    const format = 'serial'
    expect(read(serial, { format })).toBe('2026-04-03T14:30:15.123Z')
    expect(read(serial - 1_462, { format, is1904: true })).toBe('2026-04-03T14:30:15.123Z')
    expect(read(String(serial), { format })).toBe('2026-04-03T14:30:15.123Z')
    expect(read(2_958_466, { format })).toBe('in_future')
    expect(read(Number.MAX_VALUE, { format })).toBe('unreadable_time')
    fc.assert(
      fc.property(
        fc.integer({ min: 31_536_000_000, max: 4_102_444_800_000 }),
        (time) => serialLocal(time / 86_400_000 + 25_569, false) === time,
      ),
    )
  })

  test('a date and a clock in two columns, and an offset in a third', () => {
    const reader = new MomentReader({ ...plain, format: 'day-first', timezone: 'Asia/Taipei' })
    expect(reader.read('03.04.2026', '14:30:15', null, noRow)).toMatchObject({
      time: Date.UTC(2026, 3, 3, 6, 30, 15),
    })
    expect(reader.read('03.04.2026', 0.5, '-02:30', noRow)).toMatchObject({
      time: Date.UTC(2026, 3, 3, 14, 30),
    })
    expect(reader.read('03.04.2026', '14:30:60', null, noRow)).toEqual({ reason: 'leap_second' })
    expect(reader.read('03.04.2026', '', '+99:00', noRow)).toEqual({ reason: 'unreadable_time' })
  })
})

describe('IM3 clocks that are changed', () => {
  const timezone = 'America/St_Johns'
  const twice = '2026-11-01 01:30:00'

  test('an hour that comes twice is the first until times step back, or as was chosen', () => {
    const reader = new MomentReader({ ...plain, timezone })
    const first = Date.UTC(2026, 10, 1, 4)
    expect(reader.read(twice, null, null, after(first - 1))).toEqual({ time: first, isTwice: true })
    expect(reader.read(twice, null, null, after(first + 1))).toEqual({
      ...{ time: first + 3_600_000, isTwice: true },
    })
    expect(read(twice, { timezone, repeatedHour: 'first' })).toBe(iso(first))
    expect(read(twice, { timezone, repeatedHour: 'second' })).toBe(iso(first + 3_600_000))
    expect(read(twice, { timezone, repeatedHour: 'refuse' })).toBe('time_twice')
    expect(read(`${twice}-03:30`, { timezone, repeatedHour: 'refuse' })).toBe(
      iso(first + 3_600_000),
    )
  })

  test('rows in the order of time keep it, whether the oldest or the newest come first', () => {
    const clocks = fc.constantFrom(
      ['America/St_Johns', Date.UTC(2026, 10, 1, 4, 30)] as const,
      ['Europe/Moscow', Date.UTC(2014, 9, 25, 22)] as const,
      ['Asia/Taipei', Date.UTC(1979, 8, 30, 15)] as const,
      ['Australia/Lord_Howe', Date.UTC(2026, 3, 4, 15)] as const,
    )
    const steps = fc.integer({ min: 1, max: 29 })
    fc.assert(
      fc.property(
        clocks,
        steps,
        fc.nat(28),
        fc.boolean(),
        ([zone, change], step, phase, isFalling) => {
          // The first row is one of which there is no doubt.
          const rising = Array.from(
            { length: Math.floor(240 / step) },
            (_, index) => change + (phase - 120 + index * step) * 60_000,
          )
          const times = isFalling ? [change + 180 * 60_000, ...rising.toReversed()] : rising
          const reader = new MomentReader({ ...plain, timezone: zone })
          const order = new RowOrder()
          for (const time of times) {
            const text = iso(time + zoneOffset(time, zone)).slice(0, 19)
            expect(reader.read(text, null, null, order.before(0))).toMatchObject({ time })
            order.add(0, time)
          }
        },
      ),
    )
  })

  test('a time that clocks skip is refused', () => {
    expect(read('2026-03-08 02:30', { timezone })).toBe('time_skipped')
    expect(read('2026-03-08 02:30-03:30', { timezone })).toBe('2026-03-08T06:00:00.000Z')
  })

  test('every instant of any zone is among those of what its clock shows', () => {
    const zones = ['America/St_Johns', 'Asia/Taipei', 'Europe/Moscow', 'Australia/Lord_Howe', 'UTC']
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(1980, 0), max: Date.UTC(2035, 0) }),
        (zone, time) => {
          const second = Math.floor(time / 1000) * 1000
          const shown = second + zoneOffset(second, zone)
          expect(new WallClock(zone).instants(shown)).toContain(second)
        },
      ),
    )
  })
})

test('IM3 what is no time is never read as one', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const found = writtenTime(text, 'iso')
      if (found !== null && found !== 'leap_second') expect(text).toMatch(/^\d{4}/)
    }),
  )
})
