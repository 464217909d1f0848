import { randomBytes } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toleratedClockLeadMs } from '#kit/model/reading.ts'
import { ReceiptTimes } from './receipt-times.ts'
import { ReplacedTimes, type ReplacedTimeLimits } from './replaced-times.ts'

const start = Date.UTC(2026, 5, 1)
const hour = 3_600_000

const replacedTimes = (limits?: ReplacedTimeLimits) =>
  new ReplacedTimes({ append: () => Promise.resolve() }, [], limits)

/** Times by a wall clock that can be set, beside one that nobody sets. */
function clocks(limits?: ReplacedTimeLimits) {
  const clock = { wall: start, monotonic: 0 }
  const times = new ReceiptTimes(
    () => clock.wall,
    replacedTimes(limits),
    () => clock.monotonic,
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
      const assigned = times.place(
        { deviceId, sensorId: deviceId, key: 'temp', time: claimed, value },
        times.now(),
      )
      return assigned && assigned.time - start
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

it('IN34 whatever the clock does, a time is at most 5 minutes ahead, and a new one', () => {
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

it('IN34 refuses readings without a time that come too fast for minutes', () => {
  const { pass, place } = clocks()
  for (let index = 0; index <= toleratedClockLeadMs; index++) expect(place()).toBe(index)
  expect(place()).toBeNull()
  pass(1)
  expect(place()).toBe(toleratedClockLeadMs + 1)
})

it('IN35 what is sent again with a time ahead has the same time as before, also later', () => {
  const { pass, place } = clocks()
  expect(place(hour)).toBe(0)
  pass(10)
  expect([place(hour), place(hour, 2), place(hour + 1)]).toEqual([0, 10, 11])
  pass(hour)
  expect([place(hour), place(hour, 2), place(hour, 3)]).toEqual([0, 10, hour])
})

it('IN35 a text and a number are two values, and so are two long texts', () => {
  const { place } = clocks()
  const values = [1, '1', 'x'.repeat(100), `${'x'.repeat(99)}y`]
  const first = values.map((value) => place(hour, value))
  expect(new Set(first).size).toBe(4)
  expect(values.map((value) => place(hour, value))).toEqual(first)
})

it('IN15 holds a bounded number of replaced times, the newest of the latest devices', () => {
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
  // Six are one too many: those of the device that sent longest ago go.
  const third = send(3, 1)
  expect([send(3, 1), send(2, 2)]).toEqual([third, second])
})

it('IN34 a clock that loses a little again and again was set back; a second is not enough', () => {
  const { pass, set, place } = clocks()
  pass(hour)
  expect(place()).toBe(hour)
  set(-1_000)
  expect(place()).toBe(hour + 1)
  set(-1)
  expect(place()).toBe(hour - 1_001)
  for (let step = 0; step < 3; step++) set(-600)
  expect(place()).toBe(hour - 2_801)
})

it('IN34 a document that waited while the clock was set back gets the time of now', () => {
  let wall = start
  const times = new ReceiptTimes(
    () => wall,
    replacedTimes(),
    () => 0,
  )
  const receivedAt = times.now()
  wall -= hour
  times.now()
  const reading = { deviceId: 1, sensorId: 1, key: 'temp', time: undefined, value: 1 }
  expect(times.place(reading, receivedAt)).toEqual({ time: start - hour, isReplaced: false })
})

it('IN15 holds as many replaced times as its limits say, and those of the sender', () => {
  const { pass, place } = clocks({ ofDevice: 2, ofAll: 3 })
  const claim = (deviceId: number, number: number) => {
    pass(1)
    return place(hour + number * hour, 1, deviceId)
  }
  const [first, second] = [claim(1, 1), claim(1, 2)]
  const other = claim(2, 1)
  expect([claim(1, 1), claim(1, 2), claim(2, 1)]).toEqual([first, second, other])
  const alone = clocks({ ofDevice: 10, ofAll: 1 })
  const times = [1, 2, 3].map((number) => alone.place(number * hour))
  expect([1, 2, 3].map((number) => alone.place(number * hour))).toEqual(times)
})

it('IN15 the device whose times were replaced longest ago loses them first', () => {
  const { pass, place } = clocks({ ofDevice: 10, ofAll: 3 })
  const claim = (deviceId: number, number: number) => {
    pass(1)
    return place(hour + number * hour, 1, deviceId)
  }
  const [one, two] = [claim(1, 1), claim(2, 1)]
  const again = claim(1, 2)
  const third = claim(3, 1)
  expect([claim(1, 1), claim(1, 2), claim(3, 1)]).toEqual([one, again, third])
  expect(claim(2, 1)).not.toBe(two)
})

it('IN15 holds no long text whose time was replaced', () => {
  const { place } = clocks()
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  const before = process.memoryUsage().heapUsed
  for (let index = 0; index < 5_000; index++) place(hour, randomBytes(2_048).toString('hex'))
  collect()
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(8 * 2 ** 20)
  // Still in use, so that what it holds was counted.
  expect(place()).toBe(5_000)
})
