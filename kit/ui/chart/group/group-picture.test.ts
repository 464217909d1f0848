import fc from 'fast-check'
import { expect, it } from 'vitest'
import { chartData, type TimeRange } from '../data/model.ts'
import {
  commonSpans,
  entryAt,
  groupPicture,
  type GroupCurve,
  type GroupPicture,
  type Side,
} from './group-picture.ts'
import { nearestTime, steppedTime } from '../plot/pointing.ts'

const good = (time: readonly number[], value: readonly number[] = time) => ({
  kind: 'raw' as const,
  time,
  value,
  quality: time.map(() => 0),
})

const curve = (time: readonly number[], side: Side, value = time): GroupCurve => ({
  data: chartData(good(time, value), { from: 0, to: 1_000 }, 10),
  side,
  pen: '--pen-1',
  dash: [],
  comparison: null,
  limits: { lower: null, upper: null },
  levels: [],
})

const picture = (curves: readonly GroupCurve[], range: TimeRange = { from: 0, to: 1_000 }) =>
  groupPicture({
    ...{ curves, range, gapName: '', emphasis: null, hasRight: false, spans: [], chosenSpan: null },
    format: {
      offsetAt: () => 0,
      tick: String,
      moment: String,
      axisValue: String,
    },
  })

const entries = ({ curves }: GroupPicture) => curves.map(({ data }) => data.marked)
const nearest = (shown: GroupPicture, time: number) =>
  nearestTime(entries(shown), shown.range, time)

/** Spans in the order of time that do not overlap. */
const spans = fc
  .uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 16 })
  .map((times) => times.toSorted((one, other) => one - other))
  .map((times) =>
    times.flatMap((from, index) => {
      const to = times[index + 1]
      return index % 2 === 0 && to !== undefined ? [{ from, to }] : []
    }),
  )

it('CH20 silence of all curves is what lies in a gap of each', () => {
  fc.assert(
    fc.property(fc.array(spans, { minLength: 1, maxLength: 4 }), (lists) => {
      const common = commonSpans(lists)
      for (let time = 0.5; time < 60; time++) {
        const isIn = (list: readonly TimeRange[]) =>
          list.some(({ from, to }) => from < time && time < to)
        expect(isIn(common)).toBe(lists.every(isIn))
      }
    }),
  )
})

it('CH21 curves of an axis share its values; without another unit there is one axis', () => {
  const both = picture([curve([100, 110], 0, [1, 5]), curve([100, 110], 0, [8, 9])])
  const [left, right] = both.valueRanges
  expect(left[0]).toBeLessThanOrEqual(1)
  expect(left[1]).toBeGreaterThanOrEqual(9)
  expect(right).toBeNull()
})

it('CH22 the crosshair stops at the nearest reading of any curve', () => {
  const shown = picture([curve([100, 200], 0), curve([130, 300], 1)])
  expect(nearest(shown, 0)).toBe(100)
  expect(nearest(shown, 118)).toBe(130)
  expect(nearest(shown, 999)).toBe(300)
  expect(nearest(picture([curve([100, 200], 0)], { from: 300, to: 400 }), 350)).toBeNull()
  expect(nearest(picture([]), 350)).toBeNull()
})

it('CH22 keys go from reading to reading of all curves, and no further', () => {
  const times = fc.uniqueArray(fc.integer({ min: 0, max: 1_000 }), { minLength: 1, maxLength: 9 })
  const ascending = times.map((list) => list.toSorted((one, other) => one - other))
  fc.assert(
    fc.property(fc.array(ascending, { minLength: 1, maxLength: 4 }), (lists) => {
      const shown = picture(lists.map((list) => curve(list, 0)))
      const all = [...new Set(lists.flat())].toSorted((one, other) => one - other)
      const reached: number[] = []
      let time: number | null = nearest(shown, 0)
      while (time !== null) {
        reached.push(time)
        time = steppedTime(entries(shown), shown.range, time, 1e-3)
      }
      expect(reached).toEqual(all)
    }),
  )
})

it('CH23 at a time a curve has its nearest reading, none in its gaps and beyond its ends', () => {
  const { data } = curve([100, 110, 120, 500, 510], 0)
  const timeAt = (time: number) => {
    const index = entryAt(data, time)
    return index === null ? null : data.marked.firstTime[index]
  }
  expect([100, 114, 117, 505, 510].map(timeAt)).toEqual([100, 110, 120, 500, 510])
  expect([99, 300, 511].map(timeAt)).toEqual([null, null, null])
})
