import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createTrend } from './trend.ts'

const slotMs = 1_000
const slots = 10
const points = fc.array(
  fc.record({
    step: fc.integer({ min: 1, max: 400 }),
    value: fc.integer({ min: -1_000, max: 1_000 }),
  }),
  {
    minLength: 1,
    maxLength: 300,
  },
)
const dated = (steps: readonly { step: number; value: number }[]) => {
  let time = 1_000_000
  return steps.map(({ step, value }) => ({ time: (time += step), value }))
}

it('LC8 holds least, greatest, first and last of every slot, in order and bounded', () => {
  fc.assert(
    fc.property(points, (steps) => {
      const all = dated(steps)
      const trend = createTrend(slotMs, slots)
      for (const { time, value } of all) trend.push(time, value)
      const times = [...trend.times()]
      const values = [...trend.values()]
      const newest = all.at(-1)?.time ?? 0
      expect(times.length).toBeLessThanOrEqual(slots * 4)
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      expect(times.at(-1)).toBe(newest)
      const complete = Math.floor((newest - slotMs * slots) / slotMs) + 1
      const bySlot = Map.groupBy(all, ({ time }) => Math.floor(time / slotMs))
      for (const [slot, members] of bySlot) {
        if (slot < complete) continue
        const held = values.filter((_, index) => Math.floor((times[index] ?? 0) / slotMs) === slot)
        expect(held[0]).toBe(members[0]?.value)
        expect(held.at(-1)).toBe(members.at(-1)?.value)
        expect(Math.min(...held)).toBe(Math.min(...members.map(({ value }) => value)))
        expect(Math.max(...held)).toBe(Math.max(...members.map(({ value }) => value)))
      }
    }),
  )
})

it('LC8 merges a past between and before what it holds, each time once', () => {
  const trend = createTrend(slotMs, slots)
  trend.push(5_000, 5)
  trend.push(9_000, 9)
  trend.merge([3_000, 5_000, 7_000], [3, 99, 7])
  expect([...trend.times()]).toEqual([3_000, 5_000, 7_000, 9_000])
  expect([...trend.values()]).toEqual([3, 5, 7, 9])
})

it('LC1 ignores a point that is not newer', () => {
  const trend = createTrend(slotMs, slots)
  trend.push(5_000, 5)
  trend.push(4_000, 4)
  trend.push(5_000, 6)
  expect([...trend.values()]).toEqual([5])
})

it('WD27 has the spans of bad readings, each to its last one in a row', () => {
  const trend = createTrend(slotMs, slots)
  trend.pushBad(1_000)
  trend.push(2_000, 5)
  trend.pushBad(3_000)
  trend.pushBad(4_000)
  trend.pushBad(3_500)
  trend.push(5_000, 6)
  trend.pushBad(6_000)
  const spans = [
    { from: 1_000, to: 1_000 },
    { from: 3_000, to: 4_000 },
    { from: 6_000, to: 6_000 },
  ]
  expect(trend.badSpans()).toEqual(spans)
  trend.merge([500], [1])
  expect(trend.badSpans()).toEqual(spans)
  trend.cut(3_000)
  expect(trend.badSpans()).toEqual([spans[0], { from: 3_000, to: 3_000 }])
})

it('LV35 of what is cut off nothing is bad, and what comes in its place is', () => {
  const trend = createTrend(slotMs, slots)
  trend.push(1_000, 1, true)
  trend.push(1_500, 1, true)
  trend.pushBad(2_000)
  trend.pushBad(9_000)
  // The server's clock was set back.
  trend.cut(3_000)
  expect(trend.badSpans()).toEqual([{ from: 2_000, to: 3_000 }])
  trend.pushBad(4_000)
  expect(trend.badSpans()).toEqual([{ from: 2_000, to: 4_000 }])
  trend.push(5_000, 1)
  trend.push(6_000, 1, true)
  trend.push(9_000, 1, true)
  trend.cut(7_000)
  trend.push(8_000, 1, true)
  const spans = [
    { from: 1_000, to: 1_500 },
    { from: 6_000, to: 8_000 },
  ]
  expect(trend.uncertainSpans()).toEqual(spans)
  trend.cut(5_500)
  trend.push(5_800, 1, true)
  expect(trend.uncertainSpans()).toEqual([spans[0], { from: 5_800, to: 5_800 }])
})

it('WD27 has no more spans than fit, and none that is older than what it covers', () => {
  const trend = createTrend(slotMs, slots)
  for (let index = 0; index < 1_000; index++) {
    trend.push(index * 2, 1)
    trend.pushBad(index * 2 + 1)
  }
  expect(trend.badSpans().length).toBeLessThanOrEqual(60)
  trend.push(2_000, 1)
  trend.pushBad(10 * slotMs * slots)
  expect(trend.badSpans()).toEqual([{ from: 10 * slotMs * slots, to: 10 * slotMs * slots }])
})

it('WD27 joins what was bad in a row, and what was received twice', () => {
  const trend = createTrend(slotMs, slots)
  for (const time of [2_000, 6_000]) trend.push(time, 1)
  trend.pushBad(7_000)
  trend.mergeBad([
    { from: 1_000, to: 1_000 },
    { from: 3_000, to: 3_000 },
    { from: 4_000, to: 5_000 },
    { from: 6_500, to: 7_000 },
  ])
  expect(trend.badSpans()).toEqual([
    { from: 1_000, to: 1_000 },
    { from: 3_000, to: 5_000 },
    { from: 6_500, to: 7_000 },
  ])
  trend.pushBad(8_000)
  expect(trend.badSpans().at(-1)).toEqual({ from: 6_500, to: 8_000 })
  const alternating = Array.from({ length: 200 }, (_, index) => ({
    from: 10_000 + index * 2,
    to: 10_000 + index * 2,
  }))
  const other = createTrend(slotMs, slots)
  other.merge(
    alternating.map(({ from }) => from + 1),
    alternating.map(() => 1),
  )
  other.mergeBad(alternating)
  expect(other.badSpans().length).toBeLessThanOrEqual(60)
})

it('WD27 uncertain readings in a row are one span, which a good or a bad one ends', () => {
  const trend = createTrend(slotMs, slots)
  trend.push(1_000, 1, true)
  trend.push(2_000, 1, true)
  trend.push(3_000, 1)
  trend.push(4_000, 1, true)
  trend.pushBad(5_000)
  trend.push(6_000, 1, true)
  expect(trend.uncertainSpans()).toEqual([
    { from: 1_000, to: 2_000 },
    { from: 4_000, to: 4_000 },
    { from: 6_000, to: 6_000 },
  ])
  expect([...trend.times()]).toEqual([1_000, 2_000, 3_000, 4_000, 6_000])
  trend.cut(4_500)
  expect(trend.uncertainSpans()).toHaveLength(2)
})
