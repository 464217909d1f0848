import { expect, it } from 'vitest'
import { gapOf } from './gap.ts'

const minute = 60_000
const sensor = { intervalMs: 1_000 }
const every = (distance: number, count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => from + index * distance)

it('WD26 what is stored sparser than it was sent has no gap at each point', () => {
  expect(gapOf(sensor, every(2 * minute, 8))).toBe(6 * minute)
  expect(gapOf(sensor, every(minute, 15))).toBe(3 * minute)
})

it('WD26 an outage stays a gap, however few points are on one side of it', () => {
  expect(gapOf(sensor, every(1_000, 900))).toBe(22_500)
  expect(gapOf(sensor, [0, ...every(1_000, 60, 14 * minute)])).toBeLessThan(14 * minute)
  expect(gapOf(sensor, [0, ...every(1_000, 6, 14 * minute)])).toBeLessThan(14 * minute)
  expect(gapOf(sensor, [0, 1_000, 10 * minute])).toBe(22_500)
  const threeOutages = [0, 5, 10, 15].flatMap((at) => every(1_000, 2, at * minute))
  expect(gapOf(sensor, threeOutages)).toBe(22_500)
  expect(gapOf({ intervalMs: minute }, [])).toBe(3 * minute)
})
