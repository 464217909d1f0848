import { expect, it, vi } from 'vitest'
import type { Slot } from '../engine.ts'
import { Readers } from './readers.ts'

/** A slot that answers nothing, and ends only on its signal. */
function endlessSlot() {
  const signals: (AbortSignal | undefined)[] = []
  const slot: Slot = {
    run: (_statement, signal) => {
      signals.push(signal)
      const { promise, reject } = Promise.withResolvers<Buffer>()
      signal?.addEventListener('abort', () => reject(new Error('stopped by the engine')))
      return promise
    },
    insert: async () => undefined,
    close: async () => undefined,
  }
  return { slot, signals }
}

const turn = { source: 'session', long: false, signal: undefined }

it('QU9 a question that the engine does not end by itself is stopped', async () => {
  vi.useFakeTimers()
  try {
    const { slot, signals } = endlessSlot()
    const readers = new Readers([slot])
    const asked = readers.ask('SELECT 1', turn).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(16_000)
    expect(signals[0]?.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await asked).toMatchObject({ code: 'timeout' })
    const next = readers.ask('SELECT 2', turn).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(0)
    expect(signals).toHaveLength(2)
    readers.close()
    await next
  } finally {
    vi.useRealTimers()
  }
})

it('QU7 nobody waits for an answer when the server stops, running or waiting', async () => {
  const { slot, signals } = endlessSlot()
  const readers = new Readers([slot])
  const asked = [1, 2].map((number) => readers.ask(`SELECT ${number}`, turn))
  const ends = Promise.allSettled(asked)
  await new Promise((resolve) => setImmediate(resolve))
  expect([signals.length, readers.waitingCount]).toEqual([1, 1])
  readers.close()
  for (const end of await ends)
    expect(end).toMatchObject({ reason: { code: 'store_unavailable', retryAfterSeconds: 5 } })
  expect(signals.map((signal) => signal?.aborted)).toEqual([true])
})
