import { describe, expect, it } from 'vitest'
import type { Sensor } from '#kit/model/sensor.ts'
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
})
