import { expect, it } from 'vitest'
import fc from 'fast-check'
import { CurrentValues } from './current-values.ts'

it('RD9 holds the newest reading, in whatever order readings come', () => {
  const anyReading = fc.record({
    sensorId: fc.constant(1),
    time: fc.nat(50),
    value: fc.nat(5),
    quality: fc.constant('good' as const),
  })
  fc.assert(
    fc.property(fc.array(anyReading, { minLength: 1 }), (readings) => {
      const current = new CurrentValues(() => 0)
      for (const reading of readings) current.offer(reading)
      const newest = Math.max(...readings.map((reading) => reading.time))
      expect(current.get(1)?.reading.time).toBe(newest)
      expect(current.get(1)?.reading).toBe(readings.findLast((reading) => reading.time === newest))
    }),
  )
})

it('RD9 takes "no value" for the present state, and passes it over as the value before', () => {
  const current = new CurrentValues(() => 0)
  const offer = (time: number, value: number | null) =>
    current.offer({ sensorId: 1, time, value, quality: value === null ? 'bad' : 'good' })
  offer(1, 10)
  offer(2, null)
  expect(current.get(1)).toMatchObject({
    reading: { value: null, quality: 'bad' },
    previous: 10,
    changedAt: 2,
  })
  offer(3, null)
  expect(current.get(1)).toMatchObject({
    reading: { time: 3, value: null },
    previous: 10,
    changedAt: 2,
  })
  offer(4, 30)
  expect(current.get(1)).toMatchObject({ reading: { value: 30 }, previous: 10, changedAt: 4 })
  offer(5, null)
  offer(6, 30)
  expect(current.get(1)).toMatchObject({
    reading: { value: 30 },
    previous: undefined,
    changedAt: 6,
  })
})

it('RD9 has the different value before', () => {
  const current = new CurrentValues(() => 0)
  const offer = (time: number, value: number) =>
    current.offer({ sensorId: 1, time, value, quality: 'good' })
  offer(1, 10)
  offer(2, 20)
  offer(3, 20)
  expect(current.get(1)?.previous).toBe(10)
  expect(offer(1, 99)).toBe(false)
  expect(current.get(1)?.reading.value).toBe(20)
})

it('RD9 a value from the future gives way to the next one, and order holds again', () => {
  const hour = 3_600_000
  let now = 10 * hour
  const current = new CurrentValues(() => now)
  const offer = (time: number, value: number) =>
    current.offer({ sensorId: 1, time, value, quality: 'good' })
  offer(now - 10, 1)
  offer(now, 2)
  // A clock that only differs is no reason.
  now -= 5 * 60_000
  expect(offer(now, 3)).toBe(false)
  now -= 1
  expect(offer(now, 3)).toBe(true)
  expect(current.get(1)).toMatchObject({
    reading: { value: 3, time: now },
    previous: 2,
    changedAt: now,
  })
  expect(offer(now - 1, 4)).toBe(false)
  offer(now + 1, 3)
  expect(current.get(1)).toMatchObject({ reading: { value: 3, time: now + 1 }, changedAt: now })
})

it('RD9 a value from the future that stands for good has not changed in the future', () => {
  const current = new CurrentValues(() => 0)
  const offer = (time: number, value: number) =>
    current.offer({ sensorId: 1, time, value, quality: 'good' })
  offer(3_599_999, 1)
  offer(3_600_000, 2)
  offer(0, 2)
  expect(current.get(1)).toMatchObject({ reading: { time: 0 }, previous: 1, changedAt: 0 })
})

it('RD9 a sensor that is removed for good has no value any more, whatever still comes', () => {
  const withdrawn = new Set<number>()
  const current = new CurrentValues(() => 0, withdrawn)
  const [gone, other] = [1, 2].map(
    (sensorId) => ({ sensorId, time: 1, value: 5, quality: 'good' }) as const,
  )
  if (!gone || !other) throw new Error('two readings')
  expect(current.offerAll([gone, other])).toEqual([gone, other])
  withdrawn.add(1)
  current.remove(1)
  expect(current.offerAll([gone, other])).toEqual([other])
  expect([current.get(1), current.get(2)?.reading]).toEqual([undefined, other])
})
