import { beforeEach, expect, test } from 'vitest'
import {
  checkMs,
  paintMs,
  reloadMs,
  stableMs,
  silenceMs,
  startWatchdog,
  type WatchedPage,
} from './watchdog.ts'

let now: number
let check: () => void
let isPainting: boolean
let isVisible: boolean
let isThere: boolean
let message: number
let reloads: number
let reloadedAt: number
let stop: () => void

const page: WatchedPage = {
  now: () => now,
  every: (_ms, callback) => {
    check = callback
    return () => (check = () => {})
  },
  nextFrame: (callback) => void (isPainting && callback()),
  isVisible: () => isVisible,
  lastMessageAt: () => message,
  serverAnswers: () => Promise.resolve(isThere),
  sinceReload: () => now - reloadedAt,
  reload: () => {
    reloads++
    reloadedAt = now
  },
}

beforeEach(() => {
  ;[now, message, reloads, reloadedAt] = [0, 0, 0, -Infinity]
  ;[isPainting, isVisible, isThere] = [true, true, true]
  stop = startWatchdog(page)
})

/** Lets time pass; the server says something each time unless it is silent. */
async function pass(ms: number, { isSilent = false } = {}): Promise<void> {
  for (const end = now + ms; now < end;) {
    now += checkMs
    if (!isSilent) message = now
    check()
    await Promise.resolve()
    await Promise.resolve()
  }
}

test('PG50 a page that is painted and receives is left alone', async () => {
  await pass(3_600_000)
  expect(reloads).toBe(0)
})

test('PG50 a page that is not painted any more is loaded again, once in five minutes', async () => {
  isPainting = false
  await pass(paintMs)
  expect(reloads).toBe(0)
  await pass(2 * checkMs)
  expect(reloads).toBe(1)
  await pass(reloadMs - 2 * checkMs)
  expect(reloads).toBe(1)
  await pass(4 * checkMs)
  expect(reloads).toBe(2)
})

test('PG50 a page that receives nothing is loaded again when the server answers', async () => {
  isThere = false
  await pass(3 * silenceMs, { isSilent: true })
  expect(reloads).toBe(0)
  isThere = true
  await pass(stableMs, { isSilent: true })
  expect(reloads).toBe(0)
  await pass(checkMs, { isSilent: true })
  expect(reloads).toBe(1)
})

test('PG50 a page whose server was away for long connects by itself, and stays', async () => {
  for (const awayMs of [silenceMs + checkMs, 600_000]) {
    isThere = false
    await pass(awayMs, { isSilent: true })
    isThere = true
    await pass(stableMs - checkMs, { isSilent: true })
    await pass(reloadMs)
  }
  expect(reloads).toBe(0)
})

test('PG50 a page that was hidden, or whose machine slept, gets its time again', async () => {
  isPainting = false
  isVisible = false
  await pass(10 * paintMs)
  isVisible = true
  await pass(paintMs)
  expect(reloads).toBe(0)
  now += 8 * 3_600_000
  await pass(paintMs)
  expect(reloads).toBe(0)
})

test('PG50 one that has ended loads nothing', async () => {
  isPainting = false
  stop()
  await pass(10 * paintMs)
  expect(reloads).toBe(0)
})
