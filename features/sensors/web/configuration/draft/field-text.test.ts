import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  configurationFields,
  maximumTimeMs,
  type ConfigurationField,
} from '#features/sensors/contract/configuration.ts'
import { plainSensor, sensorTypes, type Sensor } from '#kit/model/sensor.ts'
import { fieldText, plainWriting, readField, type Writing } from './field-text.ts'

const russian: Writing = {
  write: (value) => String(value).replace('.', ','),
  read: (text) => (/^[-+\d.,e]+$/.test(text) ? Number(text.replace(',', '.')) : null),
  units: { day: 'д', hour: 'ч', minute: 'мин', second: 'с', millisecond: 'мс' },
}

const number = fc.double({ noNaN: true, noDefaultInfinity: true })
const optional = fc.option(number)
const time = fc.integer({ min: 1, max: maximumTimeMs })
const sensors = fc.record({
  alias: fc.constant('Oil'),
  type: fc.constantFrom(...sensorTypes),
  unit: fc.constantFrom('', 'm³/h'),
  decimals: fc.nat(9),
  ...{ lowerAlarm: optional, upperAlarm: optional, scaleLow: optional, scaleHigh: optional },
  intervalMs: time,
  noChangeMs: fc.option(time),
  factor: number.filter((factor) => factor !== 0),
  offset: number,
  wrapAt: fc.option(number.filter((value) => value > 0)),
  states: fc.constantFrom({}, { 1: { colour: 'red' as const, word: 'Stop' } }),
  isNew: fc.boolean(),
})

test('CA32 what is in a field is read as the same value, in every language', () => {
  fc.assert(
    fc.property(sensors, fc.constantFrom(plainWriting, russian), (own, writing) => {
      const sensor: Sensor = { ...plainSensor, id: 1, deviceId: 1, lesiId: 'D', key: 'k', ...own }
      for (const field of configurationFields) {
        const read = readField(field, fieldText(sensor, field, writing), writing)
        expect(read, field).toEqual({
          value: expect.toSatisfy((one) => isSame(one, sensor[field])),
        })
      }
    }),
  )
})
const isSame = (one: unknown, other: unknown) =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

test.each([
  ['intervalMs', '90', 90_000],
  ['intervalMs', '1.5 min', 90_000],
  ['noChangeMs', '2h', 7_200_000],
  ['noChangeMs', '', null],
  ['upperAlarm', ' -3.5 ', -3.5],
  ['decimals', '3', 3],
  ['alias', '  Oil  ', 'Oil'],
  ['states', '1=green:On', { 1: { colour: 'green', word: 'On' } }],
  ['isNew', 'FALSE', false],
] as const)('CA32 %s reads %j', (field: ConfigurationField, text, value) => {
  expect(readField(field, text, plainWriting)).toEqual({ value })
})

test.each([
  ['alias', ' ', 'required'],
  ['alias', 'a'.repeat(129), 'too_long'],
  ['type', 'meter', 'not_an_option'],
  ['decimals', '1.5', 'whole_from_zero'],
  ['decimals', '10', 'too_large'],
  ['upperAlarm', '1e999', 'wrong_type'],
  ['upperAlarm', '5 bar', 'wrong_type'],
  ['factor', '', 'required'],
  ['factor', '0', 'zero'],
  ['wrapAt', '0', 'greater_than'],
  ['intervalMs', '5 weeks', 'time_text'],
  ['intervalMs', '0', 'time_text'],
  ['intervalMs', '21 d', 'time_too_long'],
  ['states', 'purple', 'states_line'],
  ['isNew', 'perhaps', 'wrong_type'],
] as const)('CA32 %s does not take %j: %s', (field: ConfigurationField, text, code) => {
  expect(readField(field, text, plainWriting)).toMatchObject({ error: { code } })
})
