import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fieldLines, placeOfLine } from './field-lines.ts'

const aKey = fc.stringMatching(/^[a-z"\\{},:[\]]{1,6}$/)
const aValue = fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), aKey)

test('SC2 finds the line of every value of a document, whatever its keys and texts hold', () => {
  fc.assert(
    fc.property(fc.array(fc.dictionary(aKey, aValue, { minKeys: 1 }), { minLength: 1 }), (list) => {
      const text = JSON.stringify(
        list.map((values) => ({ ts: 1, values })),
        null,
        2,
      )
      const lines = fieldLines(text)
      const rows = text.split('\n')
      for (const [index, values] of list.entries())
        for (const key of Object.keys(values)) {
          const line = lines.get(`[${index}].values.${key}`) ?? 0
          expect(rows[line - 1]?.trim().startsWith(`${JSON.stringify(key)}:`)).toBe(true)
        }
    }),
  )
})

test('SC2 of a duplicate key the first line counts; broken texts give what can be found', () => {
  expect(fieldLines('{\n"a": 1,\n"a": 2 }').get('a')).toBe(2)
  expect(fieldLines('{"a": 1,\n"b": ').get('b')).toBe(2)
  expect(fieldLines('').size).toBe(0)
})

test('SC2 a line is found in its text', () => {
  const text = '{\n  "a": 1\n}'
  const { from, to } = placeOfLine(text, 2)
  expect(text.slice(from, to)).toBe('  "a": 1')
  expect(placeOfLine(text, 3)).toEqual({ from: text.length - 1, to: text.length })
  expect(placeOfLine(text, 9)).toEqual({ from: text.length - 1, to: text.length })
})
