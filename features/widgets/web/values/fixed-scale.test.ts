import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeOn } from '#kit/ui/values/limits-rail.tsx'
import { ScaleOptions, fixedScale } from './fixed-scale.ts'

const plain = { lowerAlarm: null, upperAlarm: null, scaleLow: null, scaleHigh: null }
const automatic = { low: null, high: null }

describe('fixed scale', () => {
  it('WD9 goes a little beyond both limits', () => {
    expect(fixedScale({ ...plain, lowerAlarm: 100, upperAlarm: 200 }, automatic)).toEqual({
      low: 82,
      high: 218,
      lowerLimit: 100,
      upperLimit: 200,
    })
  })
  it('WD9 begins or ends at zero where only the other side is known', () => {
    expect(fixedScale({ ...plain, upperAlarm: 100 }, automatic)).toMatchObject({
      low: 0,
      high: 118,
    })
    expect(fixedScale({ ...plain, lowerAlarm: -100 }, automatic)).toMatchObject({
      low: -118,
      high: 0,
    })
    expect(fixedScale({ ...plain, scaleHigh: 60 }, automatic)).toMatchObject({ low: 0, high: 60 })
  })
  it('WD9 takes configured ends before limits, and chosen ones before both', () => {
    const sensor = { ...plain, scaleLow: 0, scaleHigh: 50, upperAlarm: 40 }
    expect(fixedScale(sensor, automatic)).toMatchObject({ low: 0, high: 50, upperLimit: 40 })
    expect(fixedScale(sensor, { low: 10, high: null })).toMatchObject({ low: 10, high: 50 })
    expect(fixedScale(sensor, { low: null, high: 30 })).toMatchObject({
      low: 0,
      high: 30,
      upperLimit: null,
    })
  })
  it('WD9 is not there where nothing is known, or the ends are not in order', () => {
    expect(fixedScale(plain, automatic)).toBeNull()
    expect(fixedScale(plain, { low: 0, high: null })).toBeNull()
    expect(fixedScale({ ...plain, upperAlarm: 0 }, automatic)).toBeNull()
    expect(fixedScale({ ...plain, lowerAlarm: 10 }, automatic)).toBeNull()
    expect(fixedScale({ ...plain, scaleLow: 5, scaleHigh: 5 }, automatic)).toBeNull()
  })
  it('WD9 has finite ends in order and a place on it for every number, the greatest too', () => {
    const extremes = [Number.MAX_VALUE, -Number.MAX_VALUE, Number.MIN_VALUE, -0, 0]
    const number = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(...extremes),
    )
    const end = fc.option(number)
    const sensors = fc.record({
      lowerAlarm: end,
      upperAlarm: end,
      scaleLow: end,
      scaleHigh: end,
    })
    fc.assert(
      fc.property(sensors, fc.record({ low: end, high: end }), number, (sensor, options, value) => {
        const scale = fixedScale(sensor, options)
        if (scale === null) return
        expect(scale.low).toBeLessThan(scale.high)
        expect([scale.low, scale.high].every(Number.isFinite)).toBe(true)
        for (const limit of [scale.lowerLimit, scale.upperLimit])
          if (limit !== null) expect(limit >= scale.low && limit <= scale.high).toBe(true)
        const place = placeOn(scale, value)
        expect(place >= 0 && place <= 1).toBe(true)
        if (value >= scale.high) expect(place).toBe(1)
        if (value <= scale.low) expect(place).toBe(0)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('gauge options', () => {
  it('WD11 are empty unless chosen, and refuse ends that are not in order or no numbers', () => {
    expect(ScaleOptions.parse({})).toEqual(automatic)
    expect(ScaleOptions.safeParse({ low: 5, high: 5 }).success).toBe(false)
    expect(ScaleOptions.safeParse({ low: '5' }).success).toBe(false)
    expect(ScaleOptions.safeParse({ low: Infinity }).success).toBe(false)
  })
})
