import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayAt, isPreset, monthAt, periodRange, presets } from './period.ts'
import { dateOf, instantOf, instantOfText, localOf, localText, startOfDay } from './zone.ts'

const hour = 3_600_000
const zones = [
  'UTC',
  'Asia/Taipei',
  'Asia/Ho_Chi_Minh',
  'Europe/Moscow',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'America/Sao_Paulo',
  'Africa/Cairo',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'Pacific/Chatham',
]
const zone = fc.constantFrom(...zones)
const moment = fc.integer({ min: 0, max: 4_102_444_800_000 })
/**
 * The wall clock as the platform's own formatter writes it: an independent reading to compare with.
 */
const wall = (time: number, timezone: string) =>
  new Date(time).toLocaleString('sv-SE', {
    timeZone: timezone,
    calendar: 'gregory',
    numberingSystem: 'latn',
  })

describe('named periods', () => {
  test('HI7 today begins at the first instant of the local date, in every zone', () => {
    fc.assert(
      fc.property(moment, zone, (now, timezone) => {
        const { from, to } = periodRange('today', timezone, now)
        expect(to).toBe(Math.max(now, from + 1))
        expect(from).toBeLessThanOrEqual(now)
        expect(wall(from, timezone).slice(0, 10)).toBe(
          new Date(dateOf(now, timezone)).toISOString().slice(0, 10),
        )
        // The millisecond before belongs to another date, unless clocks went back over midnight.
        expect(wall(from - 1, timezone).slice(0, 10) <= wall(from, timezone).slice(0, 10)).toBe(
          true,
        )
        expect(now - from).toBeLessThan(26 * hour)
      }),
      { numRuns: 2000 },
    )
  })

  test('HI7 weeks begin on Monday, and last week ends where this week begins', () => {
    fc.assert(
      fc.property(moment, zone, (now, timezone) => {
        const last = periodRange('last-week', timezone, now)
        const current = periodRange('this-week', timezone, now)
        expect(last.to).toBe(current.from)
        expect(new Date(localOf(current.from, timezone)).getUTCDay()).toBe(1)
        expect(new Date(localOf(last.from, timezone)).getUTCDay()).toBe(1)
        expect(current.to - current.from).toBeLessThan(8 * 24 * hour)
        expect(Math.abs(last.to - last.from - 7 * 24 * hour)).toBeLessThanOrEqual(24 * hour)
      }),
      { numRuns: 2000 },
    )
  })

  test('HI7 seven and thirty days are that many times 24 hours until now', () => {
    const now = Date.UTC(2026, 10, 20, 6, 32, 8)
    expect(periodRange('7-days', 'Asia/Taipei', now)).toEqual({ from: now - 168 * hour, to: now })
    expect(periodRange('30-days', 'Asia/Taipei', now)).toEqual({ from: now - 720 * hour, to: now })
  })

  test('HI7 a preset has its own name', () => {
    expect(presets.every(isPreset)).toBe(true)
    expect(isPreset('toString')).toBe(false)
  })
})

describe('periods of whole days', () => {
  test.each([
    // clocks back: 25 hours; forward: 23 hours; forward at midnight itself: 23 hours from 01:00;
    // half an hour; a date that never was
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00Z', 25],
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00Z', 23],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00Z', 25],
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00Z', 23],
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00Z', 24.5],
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00Z', 0],
    ['Asia/Taipei', '2026-11-20', '2026-11-19T16:00:00Z', 24],
  ])('HI7 whole days keep the clock of %s on %s', (timezone, date, start, hours) => {
    const begin = Date.parse(start)
    if (hours === 0) {
      // Samoa skipped this date altogether: it begins and ends at the change.
      expect(instantOf(Date.parse(`${date}T00:00:00Z`), timezone)).toBe(begin)
      return
    }
    expect(periodRange(`${date}..${date}`, timezone, 0)).toEqual({
      from: begin,
      to: begin + hours * hour,
    })
  })

  test('HI7 consecutive custom days meet without overlap or hole', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000 }), zone, (number, timezone) => {
        const date = (offset: number) =>
          new Date((number + offset) * 24 * hour).toISOString().slice(0, 10)
        const first = periodRange(`${date(0)}..${date(0)}`, timezone, 0)
        const second = periodRange(`${date(1)}..${date(1)}`, timezone, 0)
        expect(first.to).toBe(second.from)
        expect(periodRange(`${date(0)}..${date(1)}`, timezone, 0)).toEqual({
          from: first.from,
          to: second.to,
        })
      }),
      { numRuns: 1000 },
    )
  })

  test('HI7 a date has begun when clocks go back over its midnight a minute later', () => {
    // St. John’s showed 00:00, one minute of the 7th, and then 23:01 of the 6th again.
    const timezone = 'America/St_Johns'
    const midnight = Date.parse('2010-11-07T02:30:00Z')
    const sixth = { from: Date.parse('2010-11-06T02:30:00Z'), to: midnight }
    const seventh = { from: midnight, to: Date.parse('2010-11-08T03:30:00Z') }
    for (let now = midnight - hour; now < midnight + 3 * hour; now += 30_000) {
      expect(dayAt(now, timezone)).toEqual(now < midnight ? sixth : seventh)
      expect(startOfDay(now, timezone)).toBe((now < midnight ? sixth : seventh).from)
      expect(monthAt(now, timezone).from).toBe(Date.parse('2010-11-01T02:30:00Z'))
    }
  })

  test('HI7 every moment lies in its day, and only in that, in every zone', () => {
    fc.assert(
      fc.property(moment, zone, (now, timezone) => {
        const { from, to } = dayAt(now, timezone)
        expect(from <= now && now < to).toBe(true)
        expect(dayAt(to, timezone).from).toBe(to)
        expect(dayAt(from - 1, timezone).to).toBe(from)
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    '',
    'yesterday',
    '0000-01-01..0001-01-01',
    '1969-12-31..1970-01-01',
    '2100-01-02..2100-01-03',
    '2026-01-01',
    '2026-02-31..2026-03-01',
    '2026-03-02..2026-03-01',
    '2026-01-01..2026-01-02..2026-01-03',
  ])('HI7 %j is refused', (text) => {
    expect(() => periodRange(text, 'UTC', 0)).toThrow(RangeError)
  })
})

describe('wall clock', () => {
  test('HI7 the text of an input and its instant are each other’s inverse', () => {
    fc.assert(
      fc.property(moment, zone, (time, timezone) => {
        const minute = Math.floor(time / 60_000) * 60_000
        const text = localText(minute, timezone)
        const instant = instantOfText(text, timezone)
        expect(instant).not.toBeNull()
        expect(localText(instant ?? 0, timezone)).toBe(text)
        expect(instant).toBeLessThanOrEqual(time)
      }),
      { numRuns: 1000 },
    )
  })

  test('HI7 a skipped wall time is the instant of the change, a repeated one its first', () => {
    expect(instantOfText('2026-03-29T02:30', 'Europe/Berlin')).toBe(
      Date.parse('2026-03-29T01:00:00Z'),
    )
    expect(instantOfText('2026-10-25T02:30', 'Europe/Berlin')).toBe(
      Date.parse('2026-10-25T00:30:00Z'),
    )
    expect(instantOfText('2026-02-30T00:00', 'UTC')).toBeNull()
    expect(instantOfText('20 November', 'UTC')).toBeNull()
  })

  test('HI7 a day starts at the change when midnight itself is skipped', () => {
    expect(startOfDay(Date.parse('2018-11-04T15:00:00Z'), 'America/Sao_Paulo')).toBe(
      Date.parse('2018-11-04T03:00:00Z'),
    )
  })
})
