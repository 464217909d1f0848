import { expect, test } from 'vitest'
import { createTrend } from '#kit/web/live/values/trend.ts'
import { createThrottle } from './throttle.ts'

test('WD6 what is drawn of the past is drawn again at once when an older past arrives', () => {
  const isDue = createThrottle(5)
  const trend = createTrend(1_000, 900)
  trend.push(500_000, 1)
  const view = { sensor: { id: 0 }, trend, now: 501_000, stored: undefined }
  expect(isDue(view, 'key')).toBe(true)
  expect(isDue({ ...view, now: 502_000 }, 'key')).toBe(false)
  trend.merge([400_000], [1])
  expect(isDue(view, 'key')).toBe(true)
  trend.mergeBad([{ from: 300_000, to: 300_000 }])
  expect(isDue(view, 'key')).toBe(true)
  trend.mergeUncertain([{ from: 200_000, to: 200_000 }])
  expect(isDue(view, 'key')).toBe(true)
  const stored = [{ time: 1, previous: null, current: 1 }]
  expect(isDue({ ...view, stored }, 'key')).toBe(true)
  expect(isDue({ ...view, stored }, 'key')).toBe(false)
  expect(isDue({ ...view, stored, now: 506_000 }, 'key')).toBe(true)
})

test('WD52 drawings of the past are redrawn on whole seconds, of other sensors on others', () => {
  const sensors = [0, 1, 2, 3]
  const drawn = sensors.map((id) => {
    const isDue = createThrottle(2)
    const moments = Array.from({ length: 40 }, (_, count) => 500_300 + count * 100)
    return moments.filter((now) => isDue({ sensor: { id }, trend: undefined, now }, 'key'))
  })
  const even = [500_300, 502_000, 504_000]
  const odd = [500_300, 501_000, 503_000]
  expect(drawn).toEqual([even, odd, even, odd])
})
