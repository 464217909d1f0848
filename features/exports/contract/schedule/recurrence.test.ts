import fastCheck from 'fast-check'
import { expect, test } from 'vitest'
import { localText } from '#kit/model/time/zone.ts'
import { dueAfter, periodBefore, type Calendar, type Recurrence } from './recurrence.ts'

const shifts = [
  { name: 'Early', start: '06:00' },
  { name: 'Late', start: '14:00' },
  { name: 'Night', start: '22:00' },
]
const calendar: Calendar = { timezone: 'Europe/Berlin', siteZone: 'Asia/Taipei', shifts }
const zones = [
  ...['UTC', 'Europe/Berlin', 'Asia/Taipei', 'America/St_Johns', 'Australia/Lord_Howe'],
  // Their clocks are changed at midnight.
  ...['America/Havana', 'America/Santiago', 'Africa/Cairo', 'Asia/Beirut'],
]
const dayMs = 86_400_000

const moment = fastCheck.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2028, 0) })
const at = fastCheck
  .tuple(fastCheck.integer({ min: 0, max: 23 }), fastCheck.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
const recurrence = fastCheck.oneof(
  fastCheck.record({ kind: fastCheck.constant('daily' as const), at }),
  fastCheck.record({
    ...{ kind: fastCheck.constant('weekly' as const), at },
    weekday: fastCheck.integer({ min: 1, max: 7 }),
  }),
)
const anyCalendar = fastCheck
  .constantFrom(...zones)
  .map((timezone): Calendar => ({ timezone, siteZone: timezone, shifts: [] }))

test('EX27 what is due next lies ahead, on its day, and nothing is due in between', () => {
  const check = (each: Recurrence, of: Calendar, time: number) => {
    const due = dueAfter(each, of, time) ?? 0
    expect(due).toBeGreaterThan(time)
    const maximum = (each.kind === 'daily' ? 1 : 7) * dayMs + 2 * 3_600_000
    expect(due - time).toBeLessThanOrEqual(maximum)
    expect(dueAfter(each, of, due - 1)).toBe(due)
    const written = localText(due, of.timezone)
    // A time that clocks skip is due when they have been changed.
    if (each.kind !== 'shift') expect(written.slice(11) >= each.at).toBe(true)
    const weekday = (new Date(written.slice(0, 10)).getUTCDay() + 6) % 7
    if (each.kind === 'weekly') expect(weekday + 1).toBe(each.weekday)
  }
  fastCheck.assert(fastCheck.property(recurrence, anyCalendar, moment, check), { numRuns: 500 })
})

test('EX27 periods of a day or a week follow one another without a gap', () => {
  const check = (each: Recurrence, of: Calendar, time: number) => {
    const due = dueAfter(each, of, time) ?? 0
    const next = dueAfter(each, of, due) ?? 0
    const [first, second] = [periodBefore(each, of, due), periodBefore(each, of, next)]
    expect(second?.from).toBe(first?.to)
    expect(first?.to).toBeLessThanOrEqual(due)
  }
  fastCheck.assert(fastCheck.property(recurrence, anyCalendar, moment, check), { numRuns: 500 })
})

test('EX27 a day has 23 hours when clocks go forward; a skipped time is made up for', () => {
  const daily: Recurrence = { kind: 'daily', at: '02:30' }
  const due = dueAfter(daily, calendar, Date.UTC(2026, 2, 28, 12)) ?? 0
  expect(new Date(due).toISOString()).toBe('2026-03-29T01:00:00.000Z')
  const next = dueAfter(daily, calendar, due) ?? 0
  const { from, to } = periodBefore(daily, calendar, next) ?? { from: 0, to: 0 }
  expect((to - from) / 3_600_000).toBe(23)
})

test('EX27 a time that clocks show twice is due once, the first time', () => {
  const daily: Recurrence = { kind: 'daily', at: '02:30' }
  const isoDue = (time: string) =>
    new Date(dueAfter(daily, calendar, Date.parse(time)) ?? 0).toISOString()
  const first = '2026-10-25T00:30:00.000Z'
  const nextDay = '2026-10-26T01:30:00.000Z'
  expect(isoDue('2026-10-24T12:00:00Z')).toBe(first)
  for (const time of [first, '2026-10-25T01:00:00Z', '2026-10-25T01:29:59.999Z'])
    expect(isoDue(time)).toBe(nextDay)
  const period = periodBefore(daily, calendar, Date.parse(nextDay))
  expect(((period?.to ?? 0) - (period?.from ?? 0)) / 3_600_000).toBe(25)
})

test('EX27 a shift is exported when it ends, on the clock of the site', () => {
  const ofShift: Recurrence = { kind: 'shift' }
  const due = dueAfter(ofShift, calendar, Date.UTC(2026, 10, 20, 0)) ?? 0
  expect(new Date(due).toISOString()).toBe('2026-11-20T06:00:00.000Z')
  expect(periodBefore(ofShift, calendar, due)).toEqual({
    ...{ from: Date.UTC(2026, 10, 19, 22), to: due },
  })
  const none = { ...calendar, shifts: [] }
  expect([dueAfter(ofShift, none, due), periodBefore(ofShift, none, due)]).toEqual([null, null])
})
