import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { LiveReading, ServerMessage } from '#kit/model/live/messages.ts'
import { createLiveStore } from './store.ts'

const frame = (...readings: LiveReading[]): ServerMessage => ({
  version: 1,
  serverTime: 0,
  type: 'frame',
  readings,
})
const readings = fc.array(
  fc.tuple(
    fc.integer({ min: 1, max: 3 }),
    fc.integer({ min: 0, max: 50 }),
    fc.integer({ min: 0, max: 5 }),
    fc.constantFrom(0, 1, 2),
  ),
)

it('LC1 holds the newest reading whatever the order of arrival', () => {
  fc.assert(
    fc.property(readings, (list) => {
      const store = createLiveStore()
      let newest = -1
      for (const [sensorId, time, value, quality] of list) {
        store.apply(frame([sensorId, time, value, quality as 0 | 1 | 2]))
        if (sensorId !== 1) continue
        newest = Math.max(newest, time)
        expect(store.reading(1)?.time).toBe(newest)
      }
    }),
  )
})

it('LC1 names only sensors whose reading changed', () => {
  const store = createLiveStore()
  expect([...store.apply(frame([1, 10, 5, 0], [2, 10, 6, 0])).sensors]).toEqual([1, 2])
  expect([...store.apply(frame([1, 9, 4, 0], [2, 11, 6, 0])).sensors]).toEqual([2])
  expect(store.apply(frame([1, 10, 5, 0])).sensors.size).toBe(0)
})

it('LC13 takes away values and trends of what the server closed', () => {
  const store = createLiveStore()
  store.apply(frame([1, 10, 5, 0], [2, 10, 6, 0]))
  const closed = store.apply({ version: 1, serverTime: 0, type: 'closed', sensors: [1, 3] })
  expect([...closed.sensors]).toEqual([1])
  expect([store.reading(1), store.trend(1)]).toEqual([undefined, undefined])
  expect(store.reading(2)?.value).toBe(6)
  store.apply(frame([1, 4, 7, 0]))
  expect(store.reading(1)).toMatchObject({ time: 4, value: 7, previous: undefined })
})

it('LC16 distinguishes what never had a reading from what has not arrived', () => {
  const store = createLiveStore()
  const answer = (readings: LiveReading[], withoutReading: number[]): ServerMessage => ({
    ...{ version: 1, serverTime: 0, type: 'snapshot', previous: [], devices: [] },
    ...{ readings, withoutReading },
  })
  expect([1, 2, 3].map(store.isKnown)).toEqual([false, false, false])
  const changes = store.apply(answer([[1, 10, 5, 0]], [2]))
  expect([...changes.sensors].toSorted()).toEqual([1, 2])
  expect([1, 2, 3].map(store.isKnown)).toEqual([true, true, false])
  expect(store.apply(answer([], [2])).sensors.size).toBe(0)
  store.apply({ version: 1, serverTime: 0, type: 'closed', sensors: [1, 2] })
  expect([1, 2].map(store.isKnown)).toEqual([false, false])
  store.apply(answer([], [3]))
  store.clear()
  expect(store.isKnown(3)).toBe(false)
})

it('has how a value moved and since when it stands', () => {
  const store = createLiveStore()
  store.apply({
    version: 1,
    serverTime: 0,
    type: 'snapshot',
    readings: [[1, 10, 5, 0]],
    withoutReading: [],
    previous: [[1, 4, 7]],
    devices: [],
  })
  expect(store.reading(1)).toMatchObject({ previous: 4, since: 7, isSinceExact: true })
  store.apply(frame([1, 20, 5, 0]))
  expect(store.reading(1)).toMatchObject({ previous: undefined, since: 7, isSinceExact: true })
  store.apply(frame([1, 30, 8, 0]))
  store.apply(frame([1, 40, 8, 0]))
  expect(store.reading(1)).toMatchObject({ value: 8, since: 30, isSinceExact: true })
})

it('leaves bad readings out of the trend and has texts as codes in it', () => {
  const store = createLiveStore()
  store.apply(frame([1, 10, 'RUN', 0]))
  store.apply(frame([1, 20, 'STOP', 2]))
  store.apply(frame([1, 30, 'IDLE', 0]))
  const codes = [...(store.trend(1)?.values() ?? [])]
  expect(codes.map((code) => store.trendText(1, code))).toEqual(['RUN', 'IDLE'])
})

it('LC1 a value from before the server clock was set back gives way', () => {
  const store = createLiveStore()
  const hour = 3_600_000
  const at = (serverTime: number, ...list: LiveReading[]): ServerMessage =>
    ({ ...frame(...list), serverTime }) as ServerMessage
  store.apply(at(2 * hour, [1, hour, 4, 0], [1, 2 * hour, 5, 0]))
  store.apply(at(2 * hour - 300_000, [1, 2 * hour - 300_000, 6, 0]))
  expect(store.reading(1)?.value).toBe(5)
  store.apply(at(hour + 10, [1, hour + 10, 5, 0]))
  expect(store.reading(1)).toMatchObject({ value: 5, time: hour + 10, since: hour + 10 })
  store.apply(at(hour + 20, [1, hour + 20, 6, 0]))
  store.apply(at(hour + 20, [1, hour + 15, 7, 0]))
  expect([...(store.trend(1)?.times() ?? [])]).toEqual([hour + 10, hour + 20])
})

it('LC11 shows a sensor without a value as having none', () => {
  const store = createLiveStore()
  store.apply(frame([1, 10, 5, 0], [1, 20, null, 2]))
  expect(store.reading(1)).toMatchObject({ value: null, quality: 2, previous: 5, since: 20 })
  store.apply(frame([1, 30, null, 2]))
  expect(store.reading(1)).toMatchObject({ value: null, previous: 5, since: 20 })
  store.apply(frame([1, 40, 6, 0]))
  expect(store.reading(1)).toMatchObject({ value: 6, previous: 5, since: 40, isSinceExact: true })
  expect([...(store.trend(1)?.values() ?? [])]).toEqual([5, 6])
  expect(store.trend(1)?.badSpans()).toEqual([{ from: 20, to: 30 }])
})

it('LC2 fills a gap without disturbing what came meanwhile', () => {
  const store = createLiveStore()
  store.apply(frame([1, 1_000, 1, 0]))
  store.apply(frame([1, 9_000, 9, 0]))
  store.apply({
    version: 1,
    serverTime: 0,
    type: 'history',
    from: 0,
    series: [[1, [3_000, 5_000], [3, 5]]],
    ...{ bad: [], uncertain: [] },
  })
  expect([...(store.trend(1)?.values() ?? [])]).toEqual([1, 3, 5, 9])
  expect(store.reading(1)?.value).toBe(9)
})

it('WD27 the past that is asked for has what was bad in it', () => {
  const store = createLiveStore()
  store.apply(frame([1, 9_000, null, 2]))
  const changes = store.apply({
    ...{ version: 1, serverTime: 0, type: 'history', from: 0 },
    series: [
      [1, [3_000, 6_000], [3, 6]],
      [2, [], []],
    ],
    bad: [
      [
        1,
        [
          [4_000, 5_000],
          [8_000, 8_500],
        ],
      ],
      [2, [[1_000, 7_000]]],
    ],
    uncertain: [[3, [[2_000, 3_000]]]],
  })
  expect([...changes.sensors]).toEqual([1, 2, 3])
  expect(store.trend(3)?.uncertainSpans()).toEqual([{ from: 2_000, to: 3_000 }])
  expect(store.trend(1)?.badSpans()).toEqual([
    { from: 4_000, to: 5_000 },
    { from: 8_000, to: 9_000 },
  ])
  expect(store.trend(2)?.badSpans()).toEqual([{ from: 1_000, to: 7_000 }])
})
