import { afterEach, expect, test, vi } from 'vitest'
import { holdScreenAwake } from './wake-lock.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A browser whose page is shown; `give` says whether it gives the next lock. */
function browser() {
  const locks: { released: boolean; release: () => Promise<void> }[] = []
  const state = { gives: true, isVisible: true }
  const request = () => {
    if (!state.gives) return Promise.reject(new Error('the battery is low'))
    const lock = {
      released: false,
      release() {
        lock.released = true
        return Promise.resolve()
      },
    }
    locks.push(lock)
    return Promise.resolve(lock)
  }
  const page = new EventTarget()
  Object.defineProperty(page, 'visibilityState', {
    get: () => (state.isVisible ? 'visible' : 'hidden'),
  })
  vi.stubGlobal('document', page)
  vi.stubGlobal('navigator', { wakeLock: { request } })
  vi.useFakeTimers()
  const held = () => locks.filter(({ released }) => !released).length
  return { state, locks, held, page, minute: () => vi.advanceTimersByTimeAsync(60_000) }
}

test('PG96 a screen that the system did not keep on is kept on when it may be again', async () => {
  const { state, locks, held, minute } = browser()
  state.gives = false
  const stop = holdScreenAwake()
  await minute()
  expect(held()).toBe(0)
  state.gives = true
  await minute()
  expect(held()).toBe(1)
  // Taken away while the page is shown, as where the battery gets low.
  await locks[0]?.release()
  await minute()
  expect(held()).toBe(1)
  await minute()
  expect(locks).toHaveLength(2)
  stop()
  await minute()
  expect([held(), locks.length]).toEqual([0, 2])
})

test('PG96 what is hidden asks for nothing, and for the screen when it is shown', async () => {
  const { state, held, locks, page, minute } = browser()
  state.isVisible = false
  const stop = holdScreenAwake()
  await minute()
  expect(locks).toHaveLength(0)
  state.isVisible = true
  page.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)
  expect(held()).toBe(1)
  stop()
  await vi.advanceTimersByTimeAsync(0)
  expect(held()).toBe(0)
})
