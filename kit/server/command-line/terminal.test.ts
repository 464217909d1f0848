import fastCheck from 'fast-check'
import { expect, test } from 'vitest'
import { table } from './command.ts'
import { printable, printableJson, printableOnLine } from './terminal.ts'

const anyText = fastCheck.string({ unit: 'binary' })
const steering = /[\p{Cc}\p{Bidi_Control}\u200b-\u200f\u2028\u2029\ufeff]/u

test.each([
  ['\u001b[2J\u001b]0;owned\u0007', '\\u001b[2J\\u001b]0;owned\\u0007'],
  ['\u009b31m', '\\u009b31m'],
  ['over\rwritten\b\u007f\t', 'over\\u000dwritten\\u0008\\u007f\\u0009'],
  ['invoice\u202egnp.exe', 'invoice\\u202egnp.exe'],
  ['\u2066a\u2069\u200f\u061c', '\\u2066a\\u2069\\u200f\\u061c'],
  ['ad\u200bmin\ufeff\u2060\u00ad\u034f', 'ad\\u200bmin\\ufeff\\u2060\\u00ad\\u034f'],
  ['\u{e0061}\ud800', '\\u{e0061}\\ud800'],
  ['溫度 Ж é 🌡 \\', '溫度 Ж é 🌡 \\'],
])('TE1 %j is printed as %s', (text, printed) => {
  expect(printable(text)).toBe(printed)
  expect(printableOnLine(text)).toBe(printed)
})

test('TE1 whatever the text, nothing in it steers a terminal', () => {
  fastCheck.assert(
    fastCheck.property(anyText, (text) => {
      expect(printable(text).replaceAll('\n', '')).not.toMatch(steering)
      expect(printableOnLine(text)).not.toMatch(steering)
    }),
  )
})

test('TE1 JSON stays the same value, whatever is in it', () => {
  fastCheck.assert(
    fastCheck.property(fastCheck.dictionary(anyText, anyText), (value) => {
      const text = printableJson(JSON.stringify(value, null, 2))
      expect(text.replaceAll('\n', '')).not.toMatch(steering)
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('TE1 a cell of a table stays on its line and in its column', () => {
  const lines = table(
    ['Name', 'Role'],
    [
      ['a\nb\u001b[1A', 'x'],
      ['c', 'y'],
    ],
  ).split('\n')
  expect(lines).toEqual([
    'Name               Role',
    'a\\u000ab\\u001b[1A  x',
    'c                  y',
  ])
})
