import { expect, test } from 'vitest'
import { filledMessage } from './message.ts'

const values = {
  ...{ sensor: 'Pressure', device: 'Pump {limit}', value: '5.2 bar', limit: '5 bar' },
  rule: 'High',
}

test('AW20 a message has what it names in the place of the names, and nothing else changes', () => {
  expect(filledMessage('{sensor} of {device}: {value}, {rule}', values)).toBe(
    'Pressure of Pump {limit}: 5.2 bar, High',
  )
  expect(filledMessage('{nothing} {constructor} { sensor } {', values)).toBe(
    '{nothing} {constructor} { sensor } {',
  )
})
