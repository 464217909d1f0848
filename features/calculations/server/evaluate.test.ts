import fc from 'fast-check'
import { expect, test } from 'vitest'
import { qualities, qualityCode, type Quality } from '#kit/model/quality.ts'
import { evaluateNow, type PresentInput } from './evaluate.ts'
import { compile } from '#kit/server/expression.ts'

const evaluateOf = (text: string) => {
  const compiled = compile(text, ['a', 'b'])
  if (!('evaluate' in compiled)) throw new Error('no expression')
  return compiled.evaluate
}

const input = (
  name: string,
  value: number | string | null,
  { time = 1_000, quality = 'good' as Quality, isOffline = false } = {},
): PresentInput => ({
  name,
  sensor: { intervalMs: 1_000, isOffline, reading: { sensorId: 1, time, value, quality } },
})
const now = (text: string, a: PresentInput, b: PresentInput = input('b', 2)) =>
  evaluateNow(evaluateOf(text), [a, b], 'analog')

test.each([
  ['a / b', 1, 0, 'infinite'],
  ['a / b', 0, 0, 'not_a_number'],
  ['sqrt(a)', -1, 0, 'not_a_number'],
  ['a * b', 1e200, 1e200, 'infinite'],
  ['a + b', 1, 'RUN', 'not_a_number'],
  ['b', 1, 'RUN', 'not_a_number'],
] as const)('CL3 %s of %j and %j is no number but bad, with the reason', (text, a, b, code) => {
  expect(now(text, input('a', a), input('b', b))).toEqual({
    ...{ value: null, quality: 'bad', time: 1_000 },
    problem: { code, input: '' },
  })
})

test('CL3 a comparison is 1 or 0, and 0.1 + 0.2 is 0.3', () => {
  expect(now('a > b', input('a', 3)).value).toBe(1)
  expect(now('a + b', input('a', 0.1), input('b', 0.2)).value).toBe(0.3)
})

test('CL2 the quality is the worst of the inputs, the time that of the newest', () => {
  const quality = fc.constantFrom(...qualities)
  const time = fc.integer({ min: 1_000, max: 4_000 })
  fc.assert(
    fc.property(quality, quality, time, time, (one, other, at, otherAt) => {
      const state = now(
        'a + b',
        input('a', 1, { quality: one, time: at }),
        input('b', 2, { quality: other, time: otherAt }),
      )
      expect(qualityCode[state.quality]).toBe(Math.max(qualityCode[one], qualityCode[other]))
      expect(state.time).toBe(Math.max(at, otherAt))
      expect(state.value).toBe(state.quality === 'bad' ? null : 3)
    }),
  )
})

test('CL2 the last value of an input holds until it is stale, or its device offline', () => {
  const held = input('b', 2, { time: 1_000 })
  expect(now('a + b', input('a', 1, { time: 4_000 }), held).value).toBe(3)
  expect(now('a + b', input('a', 1, { time: 4_001 }), held)).toMatchObject({
    ...{ value: null, quality: 'bad', time: 4_001 },
    problem: { code: 'input_stale', input: 'b' },
  })
  expect(now('a + b', input('a', 1), input('b', 2, { isOffline: true })).problem).toEqual({
    ...{ code: 'input_offline', input: 'b' },
  })
  expect(now('a + b', input('a', null, { quality: 'bad' })).problem?.code).toBe('input_bad')
  expect(now('a + b', { name: 'a', sensor: null }).problem?.code).toBe('input_missing')
})
