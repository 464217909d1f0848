import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Sensor } from '#kit/model/sensor.ts'
import type { DayFigures } from '#kit/web/widget-registry.ts'
import { placeOn } from '#kit/ui/values/limits-rail.tsx'
import { railScale } from './rail-scale.ts'

const sensor = (part: Partial<Sensor>) =>
  ({ lowerAlarm: null, upperAlarm: null, scaleLow: null, scaleHigh: null, ...part }) as Sensor

describe('rail scale', () => {
  it('WD4 leaves room beyond the limits', () => {
    const scale = railScale(sensor({ lowerAlarm: 10, upperAlarm: 20 }), undefined)
    expect(scale?.low).toBeLessThan(10)
    expect(scale?.high).toBeGreaterThan(20)
  })
  it('WD4 takes the configured ends as they are', () => {
    expect(
      railScale(sensor({ scaleLow: 0, scaleHigh: 100, upperAlarm: 90 }), undefined),
    ).toMatchObject({
      low: 0,
      high: 100,
      upperLimit: 90,
    })
  })
  it('WD4 has no scale where nothing is known, and a real one around a single limit', () => {
    expect(railScale(sensor({}), undefined)).toBeNull()
    const scale = railScale(sensor({ upperAlarm: 0 }), undefined)
    expect(scale && scale.high > scale.low).toBe(true)
  })
  it('WD59 has finite ends in order for the greatest and the least numbers, too', () => {
    const extremes = [Number.MAX_VALUE, -Number.MAX_VALUE, Number.MIN_VALUE, 1e308, 2 ** 53, -0, 0]
    const number = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(...extremes),
    )
    const end = fc.option(number)
    const known = fc.record({ lowerAlarm: end, upperAlarm: end, scaleLow: end, scaleHigh: end })
    const day = fc.option(fc.record({ minimum: number, maximum: number }), { nil: undefined })
    fc.assert(
      fc.property(known, day, number, (part, figures, value) => {
        const scale = railScale(sensor(part), figures as DayFigures | undefined)
        if (scale === null) return
        expect([scale.low, scale.high].every(Number.isFinite)).toBe(true)
        expect(scale.low).toBeLessThan(scale.high)
        const place = placeOn(scale, value)
        expect(place >= 0 && place <= 1).toBe(true)
      }),
      { numRuns: 5_000 },
    )
  })
})
