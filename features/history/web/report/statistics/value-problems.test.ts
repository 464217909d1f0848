import { expect, test } from 'vitest'
import { valueProblemsOf } from './value-problems.ts'

const now = 1_000_000
const reading = (age: number, quality: 0 | 1 | 2) => ({ time: now - age, quality })

test.each([
  ['good', 1_000, 0, []],
  ['uncertain', 1_000, 1, ['uncertain']],
  ['bad', 1_000, 2, ['bad']],
  ['stale', 40_000, 0, ['stale']],
  ['bad', 40_000, 2, ['stale', 'bad']],
  ['offline', 1_000, 0, ['offline']],
  ['offline', 40_000, 2, ['offline', 'bad']],
] as const)(
  'HI21 of a value that is %s, %d ms old, of quality %d: %j',
  (condition, age, quality, marks) => {
    expect(valueProblemsOf(condition, reading(age, quality), 10_000, now)).toEqual(marks)
  },
)

test('HI21 what was never received has no mark but that its device is offline', () => {
  expect(valueProblemsOf('waiting', undefined, 10_000, now)).toEqual([])
  expect(valueProblemsOf('offline', undefined, 10_000, now)).toEqual(['offline'])
})
