import fc from 'fast-check'
import { expect, it } from 'vitest'
import { plainSensor, type SensorType } from '#kit/model/sensor.ts'
import { convertTo } from './sensor-value.ts'

const beyondDouble = '9007199254740993'

it.each([
  ['analog', ' 21.5 ', 21.5],
  ['analog', '1e400', null],
  ['analog', '', null],
  ['analog', ' \t', null],
  ['analog', 'RUN', null],
  ['analog', beyondDouble, null],
  ['analog', ` ${beyondDouble} `, null],
  ['analog', '9007199254740992', 9_007_199_254_740_992],
  ['analog', ' 9007199254740994 ', 9_007_199_254_740_994],
  ['string', 7, '7'],
  ['string', ' 7 ', ' 7 '],
  ['lamp', '1', 1],
  ['lamp', 'RED', 'RED'],
  ['lamp', '', ''],
  ['lamp', beyondDouble, beyondDouble],
  ['detector', 'open', 'open'],
  ['detector', '0', 0],
] as const)('IN2 a sensor of type %s takes %j for %j', (type: SensorType, value, expected) => {
  const converted = convertTo({ ...plainSensor, isNew: false, type }, value)
  if (expected === null) expect(converted).toMatchObject({ reason: expect.any(String) })
  else expect(converted).toEqual({ value: expected })
})

it.each(['analog', 'string', 'lamp', 'detector'] as const)(
  'IN30 a sensor of type %s takes "no value"',
  (type) =>
    expect(convertTo({ ...plainSensor, isNew: false, type }, null)).toEqual({ value: null }),
)

it.each([
  ['analog', 0.1, 0, 3, 0.3],
  ['analog', 1.8, 32, 20, 68],
  ['counter', 0.1, 1_000, '65536', 7_553.6],
  ['timer', 3_600, 0, 1.5, 5_400],
  ['analog', -1, 0, 0, 0],
  ['lamp', 10, 1, 2, 2],
  ['detector', 10, 1, '0', 0],
  ['string', 10, 1, 2, '2'],
  ['analog', 10, 1, null, null],
] as const)('CA22 %s × %d + %d makes of %j %j', (type, factor, offset, raw, value) => {
  expect(convertTo({ type, factor, offset, isNew: false }, raw)).toEqual({ value })
})

it('CA22 a value that its conversion makes too great is refused with the calculation', () => {
  expect(convertTo({ type: 'analog', factor: 1e300, offset: 1, isNew: false }, 1e10)).toEqual({
    reason: 'cannot be converted: 10000000000 × 1e+300 + 1 is too great a number',
  })
})

it('CA22 a conversion is the same each time, and right to 15 digits', () => {
  const number = fc.double({ min: -1e9, max: 1e9, noNaN: true })
  const factors = number.filter((factor) => factor !== 0)
  fc.assert(
    fc.property(number, factors, number, (raw, factor, offset) => {
      const sensor = { type: 'analog', factor, offset, isNew: false } as const
      const converted = convertTo(sensor, raw)
      expect(converted).toEqual(convertTo(sensor, raw))
      const exact = raw * factor + offset
      const value = 'value' in converted ? Number(converted.value) : NaN
      expect(Math.abs(value - exact)).toBeLessThanOrEqual(Math.abs(exact) * 1e-14)
    }),
  )
})

it.each([
  ['analog', 'RUN', 'RUN'],
  ['analog', ' 21.40 ', 21.4],
  ['string', '21.4', '21.4'],
  ['string', 7, '7'],
  ['analog', '0042', '0042'],
  ['detector', '12345678901234.567', '12345678901234.567'],
] as const)('CA28 a new sensor of type %s takes %j as %j', (type, raw, value) => {
  expect(convertTo({ ...plainSensor, type, isNew: true }, raw)).toEqual({ value })
})
