import fc from 'fast-check'
import { expect, it } from 'vitest'
import { RateLimiter } from './rate-limiter.ts'

it('BU7 who is too fast waits until the average is kept, and nobody else does', () => {
  let now = 5_000
  const rateLimiter = new RateLimiter(1_000, 500, () => now)
  for (let step = 0; step < 100; step++, now += 100) expect(rateLimiter.take('steady', 100)).toBe(0)
  expect(rateLimiter.take('fast', 500)).toBe(0)
  expect(rateLimiter.take('fast', 250)).toBe(250)
  expect(rateLimiter.take('other', 500)).toBe(0)
  now += 750
  expect(rateLimiter.take('fast', 500)).toBe(0)
})

it('BU7 whatever is taken, waiting as asked keeps the average and the burst', () => {
  const takes = fc.array(fc.tuple(fc.integer({ min: 1, max: 5_000 }), fc.nat(3_000)), {
    minLength: 1,
    maxLength: 100,
  })
  fc.assert(
    fc.property(takes, (steps) => {
      let now = 0
      let taken = 0
      const rateLimiter = new RateLimiter(1_000, 2_000, () => now)
      for (const [units, rest] of steps) {
        // Before a take, what was taken fits the time and the burst.
        expect(taken).toBeLessThanOrEqual(now + 2_000 + 1e-6)
        taken += units
        now += rateLimiter.take('source', units) + rest
      }
    }),
  )
})

it('BU7 no rest, however long, makes a burst larger', () => {
  let now = 0
  const rateLimiter = new RateLimiter(250, 50, () => now)
  expect(rateLimiter.take('source', 50)).toBe(0)
  now = 3_600_000
  expect(rateLimiter.take('source', 75)).toBe(100)
})

it('BU7 whoever has to wait still has to when others come and go', () => {
  let now = 0
  const rateLimiter = new RateLimiter(1_000, 10, () => now)
  expect(rateLimiter.take('fast', 4_500)).toBe(4_490)
  for (let source = 0; source < 4_000; source++, now += 1) rateLimiter.take(`source-${source}`, 1)
  expect(rateLimiter.take('fast', 0)).toBe(490)
})

it('BU7 sources at rest take no memory', () => {
  let now = 0
  const rateLimiter = new RateLimiter(1_000, 10, () => now)
  for (let source = 0; source < 100_000; source++, now += 1) rateLimiter.take(`source-${source}`, 1)
  expect(rateLimiter.sourceCount).toBeLessThanOrEqual(1_001)
})
