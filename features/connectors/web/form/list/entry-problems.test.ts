import { expect, it } from 'vitest'
import { problemsOf, wrongPlaces } from './entry-problems.ts'

const errors = new Map([
  ['points', 'too many'],
  ['points.12.address', 'too large'],
  ['points.1.key', 'is missing'],
  ['points.1.command.minimum', 'no number'],
  ['pointsOfOthers.3.key', 'is missing'],
  ['host', 'is missing'],
])

it('CN28 what is wrong with an entry is named by its field, and of no other entry', () => {
  expect(problemsOf(errors, 'points', 1)).toEqual([
    { field: 'key', text: 'is missing' },
    { field: 'command', text: 'no number' },
  ])
  expect(problemsOf(errors, 'points', 2)).toEqual([])
  expect(wrongPlaces(errors, 'points')).toEqual([1, 12])
})
