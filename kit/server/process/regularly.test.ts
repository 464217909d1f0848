import { expect, onTestFinished, test, vi } from 'vitest'
import { regularly } from './regularly.ts'

test('SQ4 what takes longer than its interval is not done again and again afterwards', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const warn = vi.fn<() => void>()
  const begun: PromiseWithResolvers<void>[] = []
  const work = () => {
    const turn = Promise.withResolvers<void>()
    begun.push(turn)
    return turn.promise
  }
  const turns = regularly(1_000, { log: { warn }, failure: 'it failed' }, work)
  await vi.advanceTimersByTimeAsync(5_500)
  expect(begun).toHaveLength(1)
  begun[0]?.reject(new Error('too slow'))
  await vi.advanceTimersByTimeAsync(0)
  expect([begun.length, warn.mock.calls.length]).toEqual([2, 1])
  begun[1]?.resolve()
  await turns.stop()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(begun).toHaveLength(2)
})
