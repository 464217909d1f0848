import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { WriteFailures } from './write-failures.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  // The process has run for a while: moments are no durations.
  vi.advanceTimersByTime(300_000)
})
afterEach(() => void vi.useRealTimers())

it('RD54 while nothing can be written the log has it once in half a minute', () => {
  const lines: { level: number; unlogged: number }[] = []
  const write = (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number])
  const failures = new WriteFailures(pino({}, { write }))
  for (let second = 0; second < 70; second++) {
    failures.add(new Error('EROFS'))
    vi.advanceTimersByTime(1_000)
  }
  expect(lines.map(({ level, unlogged }) => [level, unlogged])).toEqual([
    [50, 0],
    [50, 29],
    [50, 29],
  ])
})

it('RD54 a failure counts until something is written, or a minute after the last one', () => {
  const failures = new WriteFailures(pino({ level: 'silent' }))
  expect(failures.reason).toBeNull()
  expect(failures.add(new Error('EROFS'))).toMatchObject({ code: 'store_unavailable' })
  expect(failures.reason).toBe('EROFS')
  vi.advanceTimersByTime(61_000)
  expect(failures.reason).toBeNull()
  failures.add(new Error('EIO'))
  failures.end()
  expect(failures.reason).toBeNull()
})

it('RD54 what has failed for a second is tried once a second, and refused meanwhile', () => {
  const failures = new WriteFailures(pino({ level: 'silent' }))
  failures.add(new Error('EROFS'))
  expect(failures.refusal).toBeNull()
  // Two messages that fail within a second are no reason to refuse the next.
  vi.advanceTimersByTime(900)
  failures.add(new Error('EROFS'))
  expect(failures.refusal).toBeNull()
  vi.advanceTimersByTime(600)
  failures.add(new Error('EROFS'))
  expect(failures.refusal).toMatchObject({ code: 'store_unavailable', retryAfterSeconds: 5 })
  vi.advanceTimersByTime(999)
  expect(failures.refusal).not.toBeNull()
  vi.advanceTimersByTime(1)
  expect(failures.refusal).toBeNull()
  failures.add(new Error('EROFS'))
  expect(failures.refusal).not.toBeNull()
  failures.end()
  expect(failures.refusal).toBeNull()
})
