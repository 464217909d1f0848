import { expect, it } from 'vitest'
import type { SensorType } from '#kit/model/sensor.ts'
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
  const converted = convertTo({ type }, value)
  if (expected === null) expect(converted).toMatchObject({ reason: expect.any(String) })
  else expect(converted).toEqual({ value: expected })
})

it.each(['analog', 'string', 'lamp', 'detector'] as const)(
  'IN30 a sensor of type %s takes "no value"',
  (type) => expect(convertTo({ type }, null)).toEqual({ value: null }),
)
