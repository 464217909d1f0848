import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lampColours } from '#kit/model/sensor.ts'
import { statesOfText, statesText } from './states-text.ts'

test('CA26 meanings are one line that people can read and write', () => {
  const states = {
    '1': { colour: 'green', word: 'Runs' },
    '2': { colour: 'red' },
    RUN: { word: 'a' },
  }
  expect(statesText(states as never)).toBe('1=green:Runs; 2=red; RUN=:a')
  expect(statesOfText(' 1 = Green : Runs ;2=red;RUN=:a;')).toEqual(states)
  expect(statesOfText('')).toEqual({})
})

test.each(['1', '=green', '1=purple', '1=green:a:b', '1=red=blue', '1=red; 1=green'])(
  'CA26 %j is no such line',
  (text) => expect(statesOfText(text)).toBeNull(),
)

test('CA26 whatever the codes and words are, the line has the same meanings', () => {
  const word = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => text === text.trim())
  const meaning = fc.record({ colour: fc.constantFrom(...lampColours), word }, { requiredKeys: [] })
  const codes = word.filter((code) => code !== '__proto__')
  fc.assert(
    fc.property(fc.dictionary(codes, meaning, { noNullPrototype: true }), (states) => {
      expect(statesOfText(statesText(states))).toEqual(states)
    }),
  )
})
