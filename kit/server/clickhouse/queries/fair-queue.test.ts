import fc from 'fast-check'
import { expect, it, onTestFinished, vi } from 'vitest'
import { FairQueue, type QueueLimits, type QueuedQuery } from './fair-queue.ts'

const limits: QueueLimits = {
  longAtOnce: 1,
  waitingPerSource: 100,
  waitingInAll: 1_000,
  timeoutMs: 60_000,
  yieldMs: 60_000,
  muchUseMs: Infinity,
  useHalfLifeMs: 1_000,
}

/**
 * Asks for a slot; the name is in `order` as soon as it has its slot. Who still waits at the end of
 * the test leaves.
 */
function asker(queue: FairQueue<number>) {
  const order: string[] = []
  const ends = new Map<string, () => void>()
  const testEnd = new AbortController()
  onTestFinished(() => testEnd.abort())
  return {
    order,
    ask(name: string, turn: Partial<QueuedQuery> & Pick<QueuedQuery, 'source'>) {
      return queue.take({ long: false, signal: testEnd.signal, ...turn }).then(
        ({ release }) => {
          order.push(name)
          ends.set(name, release)
        },
        (error: unknown) => {
          if (!testEnd.signal.aborted) throw error
        },
      )
    },
    async end(name: string) {
      ends.get(name)?.()
      await Promise.resolve()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

const flushPromises = () => new Promise((resolve) => setImmediate(resolve))

it('QU3 sources take turns, however much one of them asks', async () => {
  const { ask, end, order } = asker(new FairQueue([1], limits))
  for (let index = 1; index <= 4; index++) void ask(`a${index}`, { source: 'a' })
  void ask('b1', { source: 'b' })
  void ask('b2', { source: 'b' })
  await flushPromises()
  for (let index = 0; index < 6; index++) await end(order.at(-1) ?? '')
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4'])
})

it('QU3 one source never has all slots', async () => {
  const { ask, end, order } = asker(new FairQueue([1, 2, 3], limits))
  for (let index = 1; index <= 4; index++) void ask(`a${index}`, { source: 'a' })
  await flushPromises()
  expect(order).toEqual(['a1', 'a2'])
  await ask('b1', { source: 'b' })
  expect(order).toEqual(['a1', 'a2', 'b1'])
  // One of its two has ended: it gets one more, however many wait and are free.
  await end('b1')
  await end('a1')
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3'])
})

it('QU4 short queries go before long ones, and few long ones run at once', async () => {
  const { ask, end, order } = asker(new FairQueue([1, 2, 3], limits))
  void ask('long a', { source: 'a', long: true })
  void ask('long b', { source: 'b', long: true })
  await flushPromises()
  expect(order).toEqual(['long a'])
  void ask('short c', { source: 'c' })
  void ask('short d', { source: 'd' })
  void ask('short e', { source: 'e' })
  await flushPromises()
  expect(order).toEqual(['long a', 'short c', 'short d'])
  await end('long a')
  expect(order.at(-1)).toBe('short e')
  await end('short c')
  expect(order.at(-1)).toBe('long b')
})

it('QU4 a long turn that has given way for long enough is as good as a short one', async () => {
  const { ask, end, order } = asker(new FairQueue([1], { ...limits, yieldMs: 0 }))
  void ask('first', { source: 'a' })
  void ask('long', { source: 'b', long: true })
  void ask('short', { source: 'c' })
  await flushPromises()
  await end('first')
  expect(order).toEqual(['first', 'long'])
})

it('QU14 queries count as long while their source has used much lately', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { ask, end, order } = asker(
    new FairQueue([1, 2, 3], { ...limits, muchUseMs: 1_000, useHalfLifeMs: 1_000 }),
  )
  for (let index = 1; index <= 4; index++) void ask(`a${index}`, { source: 'a' })
  await flushPromises()
  vi.advanceTimersByTime(1_001)
  await end('a1')
  // What waited already counts as long, too: nothing else of this source runs beside a2.
  expect(order).toEqual(['a1', 'a2', 'a3'])
  for (const name of ['b', 'c']) void ask(name, { source: name })
  await end('a2')
  expect(order).toEqual(['a1', 'a2', 'a3', 'b', 'c'])
  await end('b')
  expect(order).not.toContain('a4')
  vi.advanceTimersByTime(5_000)
  void ask('a5', { source: 'a' })
  await flushPromises()
  expect(order.slice(-1)).toEqual(['a4'])
})

it('QU14 whoever asks one thing after another asks for little, however long it takes', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { ask, end, order } = asker(
    new FairQueue([1, 2, 3], { ...limits, muchUseMs: 1_000, useHalfLifeMs: 1_000 }),
  )
  for (const round of [1, 2]) {
    const names = [`series ${round}`, `statistics ${round}`, `outside ${round}`]
    for (const name of names) void ask(name, { source: 'a' })
    await flushPromises()
    vi.advanceTimersByTime(2_000)
    expect(order).toHaveLength(3 * round - 1)
    for (const name of names) await end(name)
    expect(order.slice(-3)).toEqual(names)
  }
})

it('QU5 whoever leaves while waiting gets no slot, and nobody waits for them', async () => {
  const { ask, end, order } = asker(new FairQueue([1], limits))
  void ask('first', { source: 'a' })
  const leaving = new AbortController()
  const left = ask('left', { source: 'b', signal: leaving.signal })
  void ask('next', { source: 'c' })
  await flushPromises()
  leaving.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  await end('first')
  expect(order).toEqual(['first', 'next'])
})

it('QU6 too many waiting, of one source or in all, are refused with a time to retry', async () => {
  const queue = new FairQueue([1], { ...limits, waitingPerSource: 1, waitingInAll: 2 })
  const { ask } = asker(queue)
  void ask('runs', { source: 'a' })
  void ask('waits', { source: 'a' })
  await expect(ask('too many', { source: 'a' })).rejects.toMatchObject({
    code: 'too_many_requests',
    retryAfterSeconds: 5,
  })
  void ask('waits', { source: 'b' })
  await expect(ask('too many', { source: 'c' })).rejects.toMatchObject({
    code: 'overloaded',
    retryAfterSeconds: 5,
  })
  expect(queue.waitingCount).toBe(2)

  vi.useFakeTimers()
  try {
    const impatient = new FairQueue([1], limits)
    await impatient.take({ source: 'a', long: false, signal: undefined })
    const late = impatient.take({ source: 'b', long: false, signal: undefined })
    vi.advanceTimersByTime(limits.timeoutMs)
    await expect(late).rejects.toMatchObject({ code: 'overloaded' })
    expect(impatient.waitingCount).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

it('QU3 whatever comes and goes, no slot is given twice or lost', async () => {
  const step = fc.record({
    source: fc.constantFrom('a', 'b', 'c'),
    long: fc.boolean(),
    leaves: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 30 }),
      fc.integer({ min: 1, max: 4 }),
      async (steps, slots) => {
        const queue = new FairQueue(
          Array.from({ length: slots }, (_, index) => index),
          limits,
        )
        const taken = new Set<number>()
        let served = 0
        const all = steps.map(async ({ source, long, leaves }) => {
          const { slot, release } = await queue.take({
            source,
            long,
            signal: leaves ? AbortSignal.abort() : undefined,
          })
          expect(taken.has(slot)).toBe(false)
          taken.add(slot)
          await flushPromises()
          taken.delete(slot)
          served += 1
          release()
        })
        await Promise.allSettled(all)
        expect(served).toBe(steps.filter(({ leaves }) => !leaves).length)
        expect(queue.waitingCount).toBe(0)
      },
    ),
  )
})
