import { expect, it } from 'vitest'
import { grantProblem } from './grant-problem.ts'

const filters = ['a/+', 'b/+']

it.each([
  [[1, 1], null],
  [[2, 1], null],
  [[1, 0x80], 'was refused the subscription to b/+'],
  [[0x87, 0x80], 'was refused the subscription to a/+ and b/+'],
  [[0x80, 0], 'was refused the subscription to a/+'],
  [[0, 1], 'was granted a/+ at QoS 0 only: messages could be lost'],
  [[1], 'was refused the subscription to b/+'],
])('EB2 the codes %j of a SUBACK mean %j', (codes, problem) => {
  expect(grantProblem(filters, codes)).toBe(problem)
})
