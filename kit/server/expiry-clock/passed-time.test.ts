import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterCheck, maximumJumpMs, clockStateOf, type SeenTime } from './passed-time.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const now = Date.UTC(2026, 5, 1)
const right: SeenTime = { clock: now, trusted: now }
const kindOf = (seen: SeenTime) => clockStateOf(seen).kind

test('RD49 a server that ran, or was off over a weekend, has its clock trusted', () => {
  expect(afterCheck(right, now + hourMs, hourMs)).toEqual({
    ...{ clock: now + hourMs, trusted: now + hourMs },
  })
  const monday = now + 3 * dayMs
  expect(afterCheck(right, monday, 0)).toEqual({ clock: monday, trusted: monday })
})

test('RD49 a clock that is set years ahead is not trusted, nor after a restart', () => {
  const wrong = now + 1_000 * dayMs
  const jumped = afterCheck(right, wrong, hourMs)
  expect(jumped.trusted).toBe(now + 2 * hourMs)
  expect(clockStateOf(jumped)).toMatchObject({ kind: 'ahead' })
  const restarted = afterCheck(jumped, wrong + hourMs, 0)
  expect(restarted.trusted).toBe(now + 3 * hourMs)
  expect(kindOf(restarted)).toBe('ahead')
  const corrected = afterCheck(restarted, now + 3 * hourMs, hourMs)
  expect(corrected).toEqual({ clock: now + 3 * hourMs, trusted: now + 3 * hourMs })
  expect(kindOf(corrected)).toBe('agrees')
})

test('RD49 a clock that begins in the past at boot, and is then set, is trusted', () => {
  const booted = afterCheck(right, Date.UTC(2000, 0), 0)
  expect(booted.trusted).toBe(now)
  expect(kindOf(booted)).toBe('behind')
  const set = afterCheck(booted, now + hourMs, hourMs)
  expect(set).toEqual({ clock: now + hourMs, trusted: now + hourMs })
})

test('RD49 a server that was off for half a year catches up by running as long', () => {
  let seen = afterCheck(right, now + 180 * dayMs, 0)
  const { agreesAt } = clockStateOf(seen) as { agreesAt: number }
  let days = 0
  for (; kindOf(seen) === 'ahead'; days++) seen = afterCheck(seen, seen.clock + dayMs, dayMs)
  expect(seen.trusted).toBe(seen.clock)
  expect(Math.abs(seen.clock - agreesAt)).toBeLessThanOrEqual(dayMs)
  expect(days).toBe(177)
})

test('RD49 a wrong clock ends nothing earlier by more than it ran, and a weekend', () => {
  const checks = fc.array(
    fc.record({
      ran: fc.integer({ min: 0, max: 2 * dayMs }),
      off: fc.integer({ min: 0, max: 3 * dayMs }),
    }),
    { maxLength: 60 },
  )
  const ahead = fc.integer({ min: 2 * maximumJumpMs, max: 3_000 * dayMs })
  fc.assert(
    fc.property(checks, ahead, (turns, wrongByMs) => {
      let [seen, time, ran] = [afterCheck(right, now + wrongByMs, 0), now, 0]
      for (const turn of turns) {
        time += turn.ran
        ran += turn.ran
        seen = afterCheck(seen, time + wrongByMs, turn.ran)
        // Every turn ends with a restart.
        time += turn.off
        seen = afterCheck(seen, time + wrongByMs, 0)
        expect(seen.trusted).toBeLessThanOrEqual(time + ran + maximumJumpMs)
      }
    }),
  )
})
