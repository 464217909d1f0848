import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { ServerClock } from './server-clock.ts'

const start = Date.UTC(2026, 10, 20, 12)

/** A server's clock seen from a machine whose wall clock is `wrongMs` ahead. */
function createClock(wrongMs: number) {
  const machine = { elapsed: 5_000, server: start + 250, wrongMs }
  const clock = new ServerClock({
    elapsed: () => machine.elapsed,
    wall: () => machine.server + machine.wrongMs,
  })
  const pass = (ms: number) => {
    machine.elapsed += ms
    machine.server += ms
  }
  /** A call whose request and reply take so long. */
  const call = (request: number, reply: number) => {
    const sentAt = clock.elapsed()
    pass(request)
    const date = new Date(machine.server).toUTCString()
    pass(reply)
    clock.observeReply(date, sentAt)
  }
  const message = (delay: number) => {
    const { server } = machine
    pass(delay)
    clock.observeMessage(server)
  }
  const error = () => clock.now() - machine.server
  return { machine, clock, pass, call, message, error }
}

it('LC9 a reply gives the time to half a second and half the round trip', () => {
  const delay = fc.integer({ min: 0, max: 3_000 })
  const wrong = fc.constantFrom(-600_000, 0, 600_000)
  fc.assert(
    fc.property(
      wrong,
      delay,
      delay,
      fc.integer({ min: 0, max: 999 }),
      (wrongMs, out, back, part) => {
        const { pass, call, error } = createClock(wrongMs)
        pass(part)
        expect(error()).toBe(wrongMs)
        call(out, back)
        expect(Math.abs(error())).toBeLessThanOrEqual(501 + (out + back) / 2)
      },
    ),
  )
})

it('LC9 a computer clock that is set later changes nothing', () => {
  const { machine, pass, call, error } = createClock(0)
  call(10, 10)
  const before = error()
  machine.wrongMs = -600_000
  pass(3_600_000)
  expect(error()).toBe(before)
})

it('LC9 the fastest message counts, and a reply that agrees changes nothing', () => {
  const { call, message, error } = createClock(600_000)
  call(0, 900)
  message(80)
  message(20)
  message(300)
  expect(error()).toBe(-20)
  call(5, 700)
  expect(error()).toBe(-20)
})

it('LC9 after a sleep, or when the server’s clock was set, the next observation counts', () => {
  const { machine, call, message, error } = createClock(0)
  message(20)
  machine.server += 3_600_000
  call(0, 0)
  expect(Math.abs(error())).toBeLessThanOrEqual(501)
  machine.server -= 7_200_000
  message(30)
  expect(error()).toBe(-30)
})

it('LC9 a reply without a date changes nothing; a correction is passed on', () => {
  const { clock, call, message, error } = createClock(600_000)
  const onCorrection = vi.fn()
  const stop = clock.onCorrection(onCorrection)
  for (const date of [null, '', 'yesterday']) clock.observeReply(date, clock.elapsed())
  expect([error(), onCorrection.mock.calls.length]).toEqual([600_000, 0])
  call(0, 0)
  message(10)
  expect(onCorrection).toHaveBeenCalledOnce()
  stop()
  message(10)
  expect(clock.now()).toBe(Math.round(clock.now()))
})
