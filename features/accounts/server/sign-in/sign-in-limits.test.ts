import { describe, expect, test } from 'vitest'
import { createAttemptQueues } from './attempt-limiter.ts'
import { waitBeforeAttempt } from './sign-in-limits.ts'

describe('SE4 waiting', () => {
  test.each([
    [0, 0],
    [4, 0],
    [5, 10_000],
    [6, 20_000],
    [11, 640_000],
    [12, 900_000],
    [1_000_000, 900_000],
  ])('SE4 after %i failures: %i ms', (failures, wait) => {
    expect(waitBeforeAttempt({ failures, lastFailureAt: 1_000 }, 1_000)).toBe(wait)
    expect(waitBeforeAttempt({ failures, lastFailureAt: 1_000 }, 1_000 + wait)).toBe(0)
  })
})

test('SE4 attempts of one key run one after another, of other keys meanwhile', async () => {
  const queues = createAttemptQueues()
  const order: string[] = []
  const blocked = Promise.withResolvers<void>()
  const first = queues.run('a', async () => {
    await blocked.promise
    order.push('a1')
    throw new Error('fails')
  })
  const second = queues.run('a', async () => order.push('a2'))
  await queues.run('b', async () => order.push('b'))
  blocked.resolve()
  await expect(first).rejects.toThrow('fails')
  await second
  expect(order).toEqual(['b', 'a1', 'a2'])
})

test('SE4 more than a hundred waiting attempts of one key are sent away', async () => {
  const queues = createAttemptQueues()
  const blocked = Promise.withResolvers<void>()
  const waiting = Array.from({ length: 100 }, () => queues.run('a', () => blocked.promise))
  await expect(queues.run('a', async () => undefined)).rejects.toMatchObject({
    code: 'too_many_requests',
  })
  blocked.resolve()
  await Promise.all(waiting)
  await queues.run('a', async () => undefined)
})
