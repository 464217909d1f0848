import { expect, test } from 'vitest'
import { fixedAlarm } from '../../words/fixed-alarm.ts'
import { announcedAtFirst, announcedThen } from './announced.ts'

const of = (...ids: readonly number[]) => ids.map((id) => fixedAlarm({ id }))

/** The ids that are announced as one list follows the other; whole unless it is a part. */
function announcing(first: readonly number[], isFirstWhole = true) {
  let announced = announcedAtFirst(of(...first), isFirstWhole)
  return (ids: readonly number[], isWhole = true) => {
    const then = announcedThen(announced, of(...ids), isWhole)
    announced = then.announced
    return then.added.map(({ id }) => id)
  }
}

test('AL109 what came since is announced once, and what is shown again', () => {
  const added = announcing([1, 2])
  expect(added([3, 1, 2])).toEqual([3])
  expect(added([3, 2])).toEqual([])
  expect(added([3, 2, 1])).toEqual([1])
})

test('AL109 of very many alarms those that were there before are not announced as new', () => {
  const added = announcing([5, 6], false)
  // The others are there: less important ones, of before and after these.
  expect(added([5, 6, 4, 7])).toEqual([])
  expect(added([5, 6, 4, 7, 8])).toEqual([8])
  // They could not be fetched, and are there again.
  expect(added([5, 6], false)).toEqual([])
  expect(added([9, 5], false)).toEqual([9])
  expect(added([9, 5, 6, 4, 7, 8, 10])).toEqual([10])
})

test('AL109 an alarm that moves up to the most important ones is not announced as new', () => {
  const added = announcing([5, 6], false)
  expect(added([6, 4], false)).toEqual([])
  expect(added([7, 6], false)).toEqual([7])
})
