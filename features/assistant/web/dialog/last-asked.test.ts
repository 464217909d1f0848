import { expect, test } from 'vitest'
import type { Turn } from '../conversation.ts'
import { lastAsked } from './last-asked.ts'

const turn = (id: number, attempt: number): Turn => ({
  ...{ id, attempt, question: 'x', askedAt: 0, outcome: { kind: 'cancelled' } },
})

test('AB17 the newest answer is that to the question asked last, wherever it stands', () => {
  expect(lastAsked([])).toBeUndefined()
  expect(lastAsked([turn(1, 1), turn(2, 2)])?.id).toBe(2)
  // The first one failed, and was asked again after the answer to the second one.
  expect(lastAsked([turn(1, 3), turn(2, 2)])?.id).toBe(1)
})
