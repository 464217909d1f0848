import { expect, test } from 'vitest'
import { changesOf } from '#kit/ui/chart/data/segments.ts'
import { daySegments } from './day-segments.ts'

const covered = { from: 0, to: 100 }
const states = (
  before: string | null,
  ...changes: readonly (readonly [number, string | null])[]
) => ({
  ...{ sensorId: 1, deviceId: 1, before, truncated: false },
  quality: { before: 0 as const, time: [], quality: [] },
  time: changes.map(([time]) => time),
  state: changes.map(([, state]) => state),
})

test('HI51 a state lasts from its change to the next, the last one until now', () => {
  expect(daySegments(states('1', [20, '0'], [50, '1']), [], covered)).toEqual([
    { from: 0, to: 20, state: '1' },
    { from: 20, to: 50, state: '0' },
    { from: 50, to: 100, state: '1' },
  ])
})

test('HI51 what is not known, has no value or lies in a gap is in no state', () => {
  const found = daySegments(
    states(null, [20, '1'], [40, null], [60, '1']),
    [{ from: 70, to: 80 }],
    covered,
  )
  expect(found).toEqual([
    { from: 20, to: 40, state: '1' },
    { from: 60, to: 70, state: '1' },
    { from: 80, to: 100, state: '1' },
  ])
})

test('HI51 while readings are bad no state is known, until the next good one', () => {
  const quality = { before: null, time: [30, 60], quality: [2, 0] as (0 | 1 | 2)[] }
  expect(daySegments({ ...states('1'), quality }, [], covered)).toEqual([
    { from: 0, to: 30, state: '1' },
    { from: 60, to: 100, state: '1' },
  ])
})

test('HI51 what came after the moment that is shown counts for nothing', () => {
  const found = daySegments(states('1', [20, '0'], [120, '1']), [], covered)
  expect(found?.at(-1)).toEqual({ from: 20, to: 100, state: '0' })
  expect(daySegments({ ...states('1'), truncated: true }, [], covered)).toBeNull()
})

test('HI51 a change is from one state to another, gap or not between them', () => {
  const day = daySegments(states('1', [20, '0'], [50, '1']), [{ from: 60, to: 70 }], covered) ?? []
  expect(changesOf(day, covered)).toBe(2)
  expect(changesOf(day, { from: 30, to: 100 })).toBe(1)
})
