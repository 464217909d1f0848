import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CalculatedSensor } from '#features/calculations/contract/calculation.ts'
import { linesOf } from '#kit/web/csv/csv-lines.ts'
import { calculationsCsv, calculationsOf, inputsOfText, inputsText } from './csv-text.ts'

const state = { value: 1, quality: 'good', time: 1, problem: null } as const
const calculated = (part: Partial<CalculatedSensor>): CalculatedSensor => ({
  ...{ id: 1, thing: 'PUMP-1', key: 'total', alias: 'Total', type: 'analog', unit: 'l' },
  ...{ expression: 'a + b', inputs: { a: { thing: 'PUMP-1', key: 'flow' } }, state, ...part },
})

test('CL12 a file says what the list says, whatever the keys and expressions', () => {
  const text = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' })
  const key = text.filter((each) => each === each.trim() && !/[\r\n]/.test(each))
  const name = fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9_]{0,5}$/)
  const inputs = fc.dictionary(name, fc.record({ thing: fc.constantFrom('P-1', 'PUMP_2'), key }), {
    noNullPrototype: true,
  })
  fc.assert(
    fc.property(key, key, inputs, (one, expression, named) => {
      expect(inputsOfText(inputsText(named))).toEqual(named)
      const sensor = calculated({ key: one, alias: 'x', expression, inputs: named })
      const { calculations, problems } = calculationsOf(linesOf(calculationsCsv([sensor])))
      expect(problems).toEqual([])
      expect(calculations).toEqual([
        {
          ...{ thing: 'PUMP-1', key: one, alias: 'x', type: 'analog', unit: 'l' },
          ...{ expression, inputs: named },
        },
      ])
    }),
  )
})

test('CL12 a wrong line is named with its cell; a file without its columns is none', () => {
  const file = [
    'device;key;expression;inputs',
    'PUMP-1;total;a;a=PUMP-1/flow',
    'PUMP-1;;a;a=PUMP-1/flow',
    'PUMP-1;x;a;a',
  ].join('\n')
  const { calculations, lines, problems } = calculationsOf(linesOf(file))
  expect(calculations.map(({ key }) => key)).toEqual(['total'])
  expect(lines).toEqual([2])
  expect(problems.map(({ line, column }) => [line, column])).toEqual([
    [3, 'key'],
    [4, 'inputs'],
  ])
  expect(calculationsOf(linesOf('device,key\nPUMP-1,x')).problems).toHaveLength(2)
})
