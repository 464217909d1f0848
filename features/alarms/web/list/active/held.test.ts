import { expect, test } from 'vitest'
import { fixedAlarm } from '../../words/fixed-alarm.ts'
import { heldThen, noHold, withHold, type Held, type Hold } from './held.ts'

const of = (ids: readonly number[], key = 'all'): Held => ({
  key,
  alarms: ids.map((id) => fixedAlarm({ id })),
})

/** What the list shows after each step, as alarms come; the ids of those that it holds on to. */
function list() {
  let holds = noHold
  let held: Held | null = null
  return (now: Held, ...changes: readonly (readonly [Hold, boolean])[]) => {
    for (const [hold, isThere] of changes) holds = withHold(holds, hold, isThere)
    held = heldThen(held, holds, now)
    return (held ?? now).alarms.map(({ id }) => id)
  }
}

test('AL101 the list follows again when what was chosen is dealt with elsewhere', () => {
  const shown = list()
  expect(shown(of([1]), ['touched', true], ['chosen', true])).toEqual([1])
  // To the buttons above the list.
  expect(shown(of([2, 1]), ['touched', false])).toEqual([1])
  expect(shown(of([3, 2]), ['chosen', false])).toEqual([3, 2])
  expect(shown(of([4, 3, 2]))).toEqual([4, 3, 2])
})

test('AL101 the list follows again when it is scrolled back by a finger that is gone', () => {
  const shown = list()
  expect(shown(of([1]), ['touched', true])).toEqual([1])
  expect(shown(of([2, 1]), ['scrolled', true], ['touched', false])).toEqual([1])
  expect(shown(of([3, 2, 1]), ['scrolled', false])).toEqual([3, 2, 1])
})

test('AW4 the list stands still while there is any reason, also after another question', () => {
  const shown = list()
  expect(shown(of([1]), ['touched', true], ['touched', true])).toEqual([1])
  expect(shown(of([2, 1]), ['chosen', true], ['touched', false])).toEqual([1])
  expect(shown(of([2], 'high'))).toEqual([2])
  expect(shown(of([3, 2], 'high'))).toEqual([2])
  expect(shown(of([3, 2], 'high'), ['chosen', false])).toEqual([3, 2])
})
