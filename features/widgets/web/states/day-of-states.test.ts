import { expect, test } from 'vitest'
import { dayOfStates } from './day-of-states.ts'
import { daySegments } from './timeline-segments.ts'
import type { StoredDay } from './use-day-states.ts'

const hour = 3_600_000
const from = Date.UTC(2026, 10, 20)
const at = (hours: number) => from + hours * hour

/** Hours and states; the device says something every minute, but for its gap. */
function day(
  before: string | null,
  changes: readonly (readonly [hours: number, state: string | null])[],
  gap?: readonly [from: number, to: number],
): StoredDay {
  const minutes = Array.from({ length: 12 * 60 }, (_, index) => from + index * 60_000).filter(
    (time) => !gap || time <= at(gap[0]) || time >= at(gap[1]),
  )
  const activity = { firstTime: minutes, lastTime: minutes, count: minutes.map(() => 1) }
  return {
    ...{ from, to: at(12), until: at(24), before, truncated: false },
    time: changes.map(([hours]) => at(hours)),
    state: changes.map(([, state]) => state),
    quality: { before: null, time: [], quality: [] },
    activity: { silenceMs: 60_000, columnMs: 60_000, ...activity },
  }
}

const hoursOf = (found: ReturnType<typeof dayOfStates>) =>
  Object.fromEntries(
    found.shares.map(({ state, ms }) => [state, Math.round((ms / hour) * 100) / 100]),
  )

test('WD15 the day begins in the state before it, and each lasts until the next', () => {
  const found = dayOfStates(
    day('1', [
      [3, '2'],
      [4, '1'],
    ]),
    null,
    at(12),
  )
  expect(hoursOf(found)).toEqual({ 1: 11, 2: 1 })
  expect(found).toMatchObject({ changes: 2, isWhole: true })
})

test('WD15 what came after the server was asked counts too', () => {
  const stored = day('1', [[3, '2']])
  const found = dayOfStates(stored, { value: 1, since: at(12.5) }, at(13))
  expect(hoursOf(found)).toEqual({ 1: 3.5, 2: 9.5 })
  expect(found.changes).toBe(2)
  const same = dayOfStates(stored, { value: 2, since: at(3) }, at(13))
  expect(hoursOf(same)).toEqual({ 1: 3, 2: 10 })
  expect(same.changes).toBe(1)
})

test('WD15 what is not known is in no state: before the first, without a value, in a gap', () => {
  expect(hoursOf(dayOfStates(day(null, [[3, '1']]), null, at(12)))).toEqual({ 1: 9 })
  const none = dayOfStates(
    day('1', [
      [3, null],
      [5, '1'],
    ]),
    null,
    at(12),
  )
  expect(hoursOf(none)).toEqual({ 1: 10 })
  expect(none.changes).toBe(0)
  expect(hoursOf(dayOfStates(day('1', [], [2, 4]), null, at(12)))).toEqual({ 1: 10 })
})

test('WD15 with more changes than are listed nothing is summed up', () => {
  const found = dayOfStates({ ...day('1', [[3, '2']]), truncated: true }, null, at(12))
  expect(found.isWhole).toBe(false)
  expect(hoursOf(found)).toEqual({ 2: 9 })
})

/** The day of green from before midnight on, with these changes of quality; hours. */
const flagged = (
  before: 0 | 1 | 2 | null,
  changes: readonly (readonly [hours: number, quality: 0 | 1 | 2])[],
  gap?: readonly [from: number, to: number],
): StoredDay => ({
  ...day('1', [], gap),
  quality: {
    before,
    time: changes.map(([hours]) => at(hours)),
    quality: changes.map(([, quality]) => quality),
  },
})
const looksOf = (found: ReturnType<typeof dayOfStates>) =>
  daySegments(found, (state) => `colour ${state}`).map(({ share, colour, quality }) => [
    Math.round((share * (found.to - found.from)) / (hour / 10)) / 10,
    colour,
    quality,
  ])

test('WD31 the day is in no state where it was bad, up to the next reading that is not', () => {
  const found = dayOfStates(
    flagged(2, [
      [1, 0],
      [4, 2],
      [6, 1],
      [9, 0],
    ]),
    null,
    at(12),
  )
  expect(hoursOf(found)).toEqual({ 1: 9 })
  expect(looksOf(found)).toEqual([
    [1, null, 'bad'],
    [3, 'colour 1', null],
    [2, null, 'bad'],
    [3, 'colour 1', 'uncertain'],
    [3, 'colour 1', null],
  ])
})

test('WD31 a bad reading counts for nothing while its device is silent', () => {
  const found = dayOfStates(flagged(0, [[3, 2]], [5, 7]), null, at(12))
  expect(looksOf(found)).toEqual([
    [3, 'colour 1', null],
    [2, null, 'bad'],
    [2, null, null],
    [5, null, 'bad'],
  ])
})

test('WD31 a reading that came after the server was asked begins or ends what is bad', () => {
  const since = (quality: 0 | 2) => ({ time: at(12.5), quality })
  expect(looksOf(dayOfStates(flagged(0, []), null, at(13), since(2)))).toEqual([
    [12.5, 'colour 1', null],
    [0.5, null, 'bad'],
  ])
  expect(looksOf(dayOfStates(flagged(2, []), null, at(13), since(0)))).toEqual([
    [12.5, null, 'bad'],
    [0.5, 'colour 1', null],
  ])
  const before = { time: at(11), quality: 2 as const }
  expect(looksOf(dayOfStates(flagged(0, []), null, at(13), before))).toEqual([
    [13, 'colour 1', null],
  ])
})
