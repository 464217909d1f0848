import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import type { SetBack } from '../bus.ts'
import { adjustToSetBack, SetBackDetector } from './set-back.ts'
import { watchClock } from './watch-clock.ts'

const hourMs = 3_600_000
const noon = Date.UTC(2026, 10, 20, 12)

afterEach(() => vi.useRealTimers())

/** A clock that somebody sets, and how long it has run. */
function clockOf() {
  const time = { now: noon, ran: 0 }
  const detector = new SetBackDetector(
    () => time.now,
    () => time.ran,
  )
  const check = (ranMs: number, stepMs = 0) => {
    time.ran += ranMs
    time.now += ranMs + stepMs
    return detector.check()
  }
  return check
}

test('CK1 a clock that is set back is noticed, once, with how long ago it was at most', () => {
  const check = clockOf()
  for (const ran of [0, 1_000, 60_000]) expect(check(ran).setBack).toBeNull()
  expect(check(1_000, -hourMs)).toEqual({
    now: noon + 62_000 - hourMs,
    setBack: { byMs: hourMs, now: noon + 62_000 - hourMs, withinMs: 1_000 },
  })
  expect(check(1_000).setBack).toBeNull()
  expect(check(1_000, hourMs).setBack).toBeNull()
  expect(check(1_000, -hourMs).setBack).toMatchObject({ byMs: hourMs })
})

test('CK1 small corrections are none until they are more than a second together', () => {
  const check = clockOf()
  check(0)
  for (let count = 0; count < 10; count++) expect(check(60_000, -100).setBack).toBeNull()
  expect(check(60_000, -1).setBack).toMatchObject({ byMs: 1_001 })
})

test('CK1 a moment that was recorded before is earlier by as much, a later one is not', () => {
  const setBack = { byMs: hourMs, now: noon, withinMs: 1_000 }
  const before = [noon + hourMs, noon + hourMs - 500, noon + 1, noon - 1_001, noon - hourMs]
  expect(before.map((moment) => adjustToSetBack(moment, setBack))).toEqual(
    before.map((moment) => moment - hourMs),
  )
  for (const since of [noon, noon - 1_000]) expect(adjustToSetBack(since, setBack)).toBe(since)
})

test('CK2 it is announced within a second, also what happened while no server ran', () => {
  vi.useFakeTimers({ now: noon, toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] })
  const announced: SetBack[] = []
  const bus = { emit: (_: string, event: unknown) => void announced.push(event as SetBack) }
  const watched = { clock: () => Date.now(), bus, log: pino({ level: 'silent' }) }
  const stop = watchClock(watched, noon + hourMs)
  expect(announced.splice(0)).toEqual([{ byMs: hourMs, now: noon, withinMs: null }])
  watchClock(watched, noon - hourMs)()
  vi.advanceTimersByTime(5_000)
  expect(announced).toEqual([])
  vi.setSystemTime(Date.now() - hourMs)
  vi.advanceTimersByTime(1_000)
  expect(announced).toEqual([{ byMs: hourMs, now: Date.now(), withinMs: 1_000 }])
  stop()
  vi.setSystemTime(Date.now() - hourMs)
  vi.advanceTimersByTime(5_000)
  expect(announced).toHaveLength(1)
})
