import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CalculatedSensor } from '#features/calculations/contract/calculation.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { linesOf } from '#kit/web/csv/csv-lines.ts'
import {
  calculationsCsv,
  calculationsOf,
  inputsOfText,
  inputsText,
  refusedLines,
} from './csv-text.ts'

const state = { value: 1, quality: 'good', time: 1, problem: null } as const
const calculated = (part: Partial<CalculatedSensor>): CalculatedSensor => ({
  ...{ id: 1, thing: 'PUMP-1', key: 'total', alias: 'Total', type: 'analog', unit: 'l' },
  ...{ expression: 'a + b', inputs: { a: { thing: 'PUMP-1', key: 'flow' } }, state, ...part },
})

test('CL12 a file equals the list, whatever the keys and expressions', () => {
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
  expect(calculationsOf(linesOf('device,key\nPUMP-1,x'))).toMatchObject({
    ...{ calculations: [], lines: [] },
    problems: [
      { line: 1, column: 'expression' },
      { line: 1, column: 'inputs' },
    ],
  })
})

const fileOf = (...lines: readonly string[]) => calculationsOf(linesOf(lines.join('\n')))

test('CL12 everything that is wrong in a line is named, the device by its column', () => {
  const { calculations, lines, problems } = fileOf(
    'device,key,type,expression,inputs',
    'no device!,,wheel,,a=P-1/x; a=P-1/y',
    '',
    'P-1,k,,a,a=P-1/x',
    'P-1,,,a,a=P-1/x',
    'P-1,l,,a,a=P-1/x',
  )
  expect(problems.map(({ line, column }) => `${line} ${column}`).toSorted()).toEqual([
    ...['device', 'expression', 'inputs', 'key', 'type'].map((column) => `2 ${column}`),
    '5 key',
  ])
  expect(calculations.map(({ key }) => key)).toEqual(['k', 'l'])
  expect(lines).toEqual([4, 6])
})

test('CL12 columns are found by name, what is blank is not given, formulas are texts', () => {
  const { calculations, problems } = fileOf(
    ' unit , inputs , expression , key , device , alias , other , type',
    " m³ ,a=P-1/x,'=a + 1,'=total, P-1 ,  ,ignored, lamp ",
  )
  expect(problems).toEqual([])
  expect(calculations).toEqual([
    {
      ...{ thing: 'P-1', key: '=total', expression: '=a + 1', unit: 'm³', type: 'lamp' },
      inputs: { a: { thing: 'P-1', key: 'x' } },
    },
  ])
})

test('CL12 an input appears once in a cell, between semicolons, with device and key', () => {
  expect(inputsOfText('a=P-1/x/y; ; b = P-2/k;')).toEqual({
    a: { thing: 'P-1', key: 'x/y' },
    b: { thing: 'P-2', key: 'k' },
  })
  const strange = { a: { thing: 'P-1', key: 'x; b=P-2/y' }, b: { thing: 'P-2', key: '\\;\\n' } }
  expect(inputsText(strange)).toBe('a=P-1/x\\; b=P-2/y; b=P-2/\\\\\\;\\\\n')
  expect(inputsOfText(inputsText(strange))).toEqual(strange)
  for (const text of ['a=P-1/x; a=P-1/y', 'a', 'a=P-1', '=P-1/x', 'a=/x', 'a=P-1/'])
    expect(inputsOfText(text), text).toBeNull()
})

test('CL12 what the server refuses is named at the line of the file', () => {
  const [first, second] = [fieldError('required'), fieldError('not_accepted')]
  const refused = {
    'calculations.1.thing': [first, second],
    'calculations.0.inputs': [second],
    calculations: [first],
    'calculations.0.key': [],
  }
  expect(refusedLines(refused, [2, 5])).toEqual([
    { line: 5, column: 'device', error: first },
    { line: 2, column: 'inputs', error: second },
    { line: 1, column: '', error: first },
  ])
})
