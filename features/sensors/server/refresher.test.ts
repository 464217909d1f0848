import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRefresher, type Refresher } from './refresher.ts'

type Read = readonly number[] | 'all'

let reads: Read[]
let reported: unknown[]
/** What the next reads fail with. */
let failures: Error[]
let refresher: Refresher

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  ;[reads, reported, failures] = [[], [], []]
  refresher = createRefresher(
    async (deviceIds) => {
      reads.push(deviceIds)
      const failure = failures.shift()
      if (failure) throw failure
    },
    (error) => reported.push(error),
  )
})
afterEach(async () => {
  await refresher.close()
  vi.useRealTimers()
})

test('CA3 a read that fails is reported and retried, with what came meanwhile', async () => {
  const failure = new Error('the database is away')
  failures = [failure, failure]
  refresher.request([1, 2])
  await vi.advanceTimersByTimeAsync(100)
  refresher.request([3])
  await vi.advanceTimersByTimeAsync(500)
  await vi.advanceTimersByTimeAsync(500)
  expect(reads).toEqual([
    [1, 2],
    [1, 2, 3],
    [1, 2, 3],
  ])
  expect(reported).toEqual([failure, failure])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(reads).toHaveLength(3)
})

test('CA2 requests of one moment are one read; of very many devices all is read', async () => {
  for (let id = 1; id <= 10_000; id++) refresher.request([id])
  await vi.advanceTimersByTimeAsync(100)
  expect(reads.map((read) => read.length)).toEqual([10_000])
  for (let id = 1; id <= 10_001; id++) refresher.request([id])
  await vi.advanceTimersByTimeAsync(100)
  expect(reads.at(-1)).toBe('all')
  refresher.request([7])
  await vi.advanceTimersByTimeAsync(100)
  expect(reads.at(-1)).toEqual([7])
})

test('CA3 what is asked for at once is read then, and tried again when that fails', async () => {
  failures = [new Error('the database is away')]
  await expect(refresher.refresh([4])).rejects.toThrow('away')
  await vi.advanceTimersByTimeAsync(500)
  expect(reads).toEqual([[4], [4]])
})

test('CA39 after the end nothing is read, and the end waits for what is', async () => {
  const reading = Promise.withResolvers<void>()
  let count = 0
  const closing = createRefresher(
    () => {
      count++
      return reading.promise
    },
    () => undefined,
  )
  const refreshed = closing.refresh([1]).catch(() => 'failed')
  await vi.advanceTimersByTimeAsync(0)
  let hasEnded = false
  const ended = closing.close().then(() => (hasEnded = true))
  await vi.advanceTimersByTimeAsync(100)
  expect(hasEnded).toBe(false)
  reading.reject(new Error('the database is away'))
  expect(await refreshed).toBe('failed')
  await ended
  closing.request([2])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(count).toBe(1)
})
