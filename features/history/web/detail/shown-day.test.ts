import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayAt } from '#kit/model/time/period.ts'
import { formatDate } from '#kit/web/formats/format.ts'
import { dayAfter, shownDay } from './shown-day.ts'

const timezone = 'Asia/Taipei'
/** 14:32 in Taipei. */
const now = Date.UTC(2026, 10, 20, 6, 32)
const hour = 3_600_000

test('HI50 today reaches to the next full hour, so that its curve has the room', () => {
  const midnight = Date.UTC(2026, 10, 19, 16)
  const today = shownDay({ day: null, at: null, now, timezone })
  expect(today).toEqual({
    ...{ day: '2026-11-20', latest: '2026-11-20', isToday: true },
    range: { from: midnight, to: midnight + 15 * hour },
  })
  const late = midnight + 23.5 * hour
  expect(shownDay({ day: null, at: null, now: late, timezone }).range.to).toBe(midnight + 24 * hour)
  expect(shownDay({ day: null, at: null, now: midnight, timezone }).range.to).toBe(midnight + hour)
})

test('HI50 of a past moment the day is shown until it, of an earlier day all of it', () => {
  const at = Date.UTC(2026, 10, 18, 3, 20)
  const moment = shownDay({ day: null, at, now, timezone })
  expect(moment).toMatchObject({ day: '2026-11-18', latest: '2026-11-18', isToday: false })
  expect(moment.range).toEqual({ from: Date.UTC(2026, 10, 17, 16), to: at + 1 })
  const before = shownDay({ day: '2026-11-17', at, now, timezone })
  expect(before.range).toEqual(dayAt(Date.UTC(2026, 10, 17), timezone))
})

test('HI50 a day that is still to come is the latest; never is a range empty', () => {
  const days = fc.integer({ min: 0, max: 40_000 }).map((count) => dayAfter('1970-01-02', count))
  const zones = fc.constantFrom('UTC', 'Asia/Kolkata', 'America/New_York', 'Pacific/Apia')
  fc.assert(
    fc.property(days, zones, fc.boolean(), (day, zone, isPast) => {
      const shown = shownDay({ day, at: isPast ? now - hour : null, now, timezone: zone })
      const latest = formatDate(isPast ? now - hour : now, zone)
      expect(shown.day).toBe(day < latest ? day : latest)
      expect(shown.range.from).toBeLessThan(shown.range.to)
      if (isPast) expect(shown.range.to).toBeLessThanOrEqual(now - hour + 1)
    }),
  )
})
