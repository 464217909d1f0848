import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { batch } from './batch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('gathers what is asked for within a moment into bounded calls', async () => {
  const calls: (readonly number[])[] = []
  const ask = batch(2, async (ids) => {
    calls.push(ids)
    return new Map(ids.filter((id) => id !== 3).map((id) => [id, `value ${id}`]))
  })
  const answers = Promise.all([1, 2, 3, 2].map(ask))
  await vi.runAllTimersAsync()
  expect(await answers).toEqual(['value 1', 'value 2', null, 'value 2'])
  expect(calls).toEqual([[1, 2], [3]])
  const later = ask(1)
  await vi.runAllTimersAsync()
  expect(await later).toBe('value 1')
  expect(calls).toHaveLength(3)
})

it('a failure reaches everybody who asked in the same call, and nobody else', async () => {
  const ask = batch<string>(2, async (ids) => {
    if (ids.includes(1)) throw new Error('no')
    return new Map(ids.map((id) => [id, 'yes']))
  })
  const answers = Promise.allSettled([1, 2, 3].map(ask))
  await vi.runAllTimersAsync()
  expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
})
