import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RecentCount } from './recent-count.ts'

const start = Date.UTC(2026, 5, 1)

test('IN82 counts of the last minutes equal those of a list of all times', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 30 * 60_000 }), { maxLength: 200 }),
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 0, max: 90 * 60_000 }),
      (steps, wanted, later) => {
        const recent = new RecentCount()
        const times: number[] = []
        let now = start
        for (const step of steps) {
          now += step
          times.push(now)
          recent.add(now)
        }
        now += later
        const minuteOf = (time: number) => Math.floor(time / 60_000)
        const expected = times.filter((time) => minuteOf(time) > minuteOf(now) - wanted).length
        expect(recent.within(wanted, now)).toBe(expected)
      },
    ),
  )
})

test('IN82 a clock that is set back begins again', () => {
  const recent = new RecentCount()
  recent.add(start + 3_600_000)
  recent.add(start)
  expect(recent.within(60, start)).toBe(1)
  expect(recent.within(60, start + 3_600_000)).toBe(0)
})
