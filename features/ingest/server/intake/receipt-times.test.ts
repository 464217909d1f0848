import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toleratedClockLeadMs } from '#kit/model/reading.ts'
import { ReceiptTimes } from './receipt-times.ts'

const start = Date.UTC(2026, 5, 1)
const hour = 3_600_000

/** Times by a wall clock that can be set, beside one that nobody sets. */
function clocks(limits?: { readonly ofDevice: number; readonly ofAll: number }) {
  const clock = { wall: start, monotonic: 0 }
  const times = new ReceiptTimes(
    () => clock.wall,
    () => clock.monotonic,
    limits,
  )
  return {
    pass(ms: number) {
      clock.wall += ms
      clock.monotonic += ms
    },
    set: (ms: number) => void (clock.wall += ms),
    /** The time of a reading of sensor 1 that claims `time`, from `start`. */
    place: (time?: number, value: number | string = 1, deviceId = 1) => {
      const claimed = time === undefined ? undefined : start + time
      const placed = times.place(
        { deviceId, sensorId: deviceId, time: claimed, value },
        times.now(),
      )
      return placed && placed.time - start
    },
  }
}

it('IN34 after the clock was set back, readings without a time get that of their receipt', () => {
  const { pass, set, place } = clocks()
  expect(place()).toBe(0)
  pass(1_000)
  expect(place()).toBe(1_000)
  set(-hour)
  pass(1_000)
  expect([place(), place()]).toEqual([2_000 - hour, 2_001 - hour])
})

it('IN34 whatever the clock does, a time is at most 5 minutes ahead of it, and no reading has that of the one before', () => {
  const step = fc.record({
    passed: fc.integer({ min: 0, max: 2_000 }),
    set: fc.oneof(fc.constant(0), fc.constant(0), fc.integer({ min: -2 * hour, max: 2 * hour })),
    count: fc.integer({ min: 1, max: 5 }),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const { pass, set, place } = clocks()
      let wall = 0
      let before: number | null = null
      for (const { passed, set: by, count } of steps) {
        pass(passed)
        set(by)
        wall += passed + by
        for (let index = 0; index < count; index++) {
          const time = place()
          expect(time).not.toBe(before)
          expect(time).toBeGreaterThanOrEqual(wall)
          expect(time).toBeLessThanOrEqual(wall + toleratedClockLeadMs)
          before = time
        }
      }
    }),
  )
})

it('IN34 refuses readings without a time that come faster than one a millisecond for minutes', () => {
  const { pass, place } = clocks()
  for (let index = 0; index <= toleratedClockLeadMs; index++) expect(place()).toBe(index)
  expect(place()).toBeNull()
  pass(1)
  expect(place()).toBe(toleratedClockLeadMs + 1)
})

it('IN35 what was sent with a time ahead has the same time when it is sent again, also when its own has come', () => {
  const { pass, place } = clocks()
  expect(place(hour)).toBe(0)
  pass(10)
  expect([place(hour), place(hour, 2), place(hour + 1)]).toEqual([0, 10, 11])
  pass(hour)
  expect([place(hour), place(hour, 2), place(hour, 3)]).toEqual([0, 10, hour])
})

it('IN35 a text and a number are two values, and long texts are told from each other', () => {
  const { place } = clocks()
  const values = [1, '1', 'x'.repeat(100), `${'x'.repeat(99)}y`]
  const first = values.map((value) => place(hour, value))
  expect(new Set(first).size).toBe(4)
  expect(values.map((value) => place(hour, value))).toEqual(first)
})

it('IN15 holds a bounded number of replaced times, the newest of each device, and of the devices the latest', () => {
  const { pass, place } = clocks({ ofDevice: 3, ofAll: 5 })
  const send = (deviceId: number, count: number) =>
    Array.from({ length: count }, (_, index) => {
      pass(1)
      return place(hour + index * hour, 1, deviceId)
    })
  const first = send(1, 4)
  pass(100)
  expect(send(1, 4).map((time, index) => time === first[index])).toEqual([
    false,
    false,
    false,
    false,
  ])
  const second = send(2, 2)
  expect(send(2, 2)).toEqual(second)
  // Six are one too many: those of the device that was heard longest ago go.
  const third = send(3, 1)
  expect([send(3, 1), send(2, 2)]).toEqual([third, second])
})
