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
      const current = new CurrentValues()
      for (const reading of readings) current.offer(reading)
      const newest = Math.max(...readings.map((reading) => reading.time))
      expect(current.get(1)?.reading.time).toBe(newest)
      expect(current.get(1)?.reading).toBe(readings.findLast((reading) => reading.time === newest))
    }),
  )
})

it('RD9 takes "no value" for the present state, and passes it over as the value before', () => {
  const current = new CurrentValues()
  const offer = (time: number, value: number | null) =>
    current.offer({ sensorId: 1, time, value, quality: value === null ? 'bad' : 'good' })
  offer(1, 10)
  offer(2, null)
  expect(current.get(1)).toMatchObject({ reading: { value: null, quality: 'bad' }, previous: 10, changedAt: 2 })
  offer(3, null)
  expect(current.get(1)).toMatchObject({ reading: { time: 3, value: null }, previous: 10, changedAt: 2 })
  offer(4, 30)
  expect(current.get(1)).toMatchObject({ reading: { value: 30 }, previous: 10, changedAt: 4 })
  offer(5, null)
  offer(6, 30)
  expect(current.get(1)).toMatchObject({ reading: { value: 30 }, previous: undefined, changedAt: 6 })
})

it('RD9 remembers the different value before', () => {
  const current = new CurrentValues()
  const offer = (time: number, value: number) => current.offer({ sensorId: 1, time, value, quality: 'good' })
  offer(1, 10)
  offer(2, 20)
  offer(3, 20)
  expect(current.get(1)?.previous).toBe(10)
  expect(offer(1, 99)).toBe(false)
  expect(current.get(1)?.reading.value).toBe(20)
})
