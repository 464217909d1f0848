import fc from 'fast-check'
import { expect, it } from 'vitest'
import { keyProblem, normalisedKey } from './document-keys.ts'

it('IN33 what looks alike has one look, and what differs in case or script has not', () => {
  const alike = [
    ['caf\u00e9', 'cafe\u0301'],
    ['\ufb01lter', 'filter'],
    ['flow rate', 'flow\u00a0rate', 'flow  rate', 'flow\u3000rate'],
    ['T1', '\uff341', 'T\u2081'],
    ['temp', 'te\u200bmp', '\u202etemp', 'te\u00admp'],
  ]
  for (const [first = '', ...others] of alike)
    for (const other of others) expect(normalisedKey(other)).toBe(normalisedKey(first))
  expect(new Set(['temp', 'Temp', 't\u0435mp', 'temp.', 'te mp'].map(normalisedKey)).size).toBe(5)
})

it('IN33 a look is that of itself, for every key that can be taken', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (key) => {
      if (keyProblem(key) === null)
        expect(normalisedKey(normalisedKey(key))).toBe(normalisedKey(key))
    }),
    { numRuns: 2_000 },
  )
})
