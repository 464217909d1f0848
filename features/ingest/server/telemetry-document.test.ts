import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maximumKeyLength, maximumTextLength, maximumValuesPerMessage } from '../contract/limits.ts'
import { earliestTime, latestTime, parseTelemetry } from './telemetry-document.ts'

const now = Date.UTC(2026, 5, 1)

function problemOf(document: unknown) {
  const parsed = parseTelemetry(typeof document === 'string' ? document : JSON.stringify(document))
  if (!('problem' in parsed)) throw new Error(`taken: ${JSON.stringify(parsed).slice(0, 200)}`)
  return parsed.problem
}

function valuesOf(document: unknown) {
  const parsed = parseTelemetry(typeof document === 'string' ? document : JSON.stringify(document))
  if ('problem' in parsed) throw new Error(`refused: ${JSON.stringify(parsed.problem)}`)
  return parsed.values
}

function expectSound(text: string): void {
  const parsed = parseTelemetry(text)
  if ('problem' in parsed) {
    expect(parsed.problem.field).not.toBe('')
    expect(parsed.problem.field.length).toBeLessThanOrEqual(160)
    expect(parsed.problem.reason).not.toBe('')
    return
  }
  expect(parsed.values.length).toBeGreaterThan(0)
  expect(parsed.values.length).toBeLessThanOrEqual(maximumValuesPerMessage)
  for (const { key, value, time, quality } of parsed.values) {
    expect(key.length).toBeGreaterThan(0)
    expect(key.length).toBeLessThanOrEqual(maximumKeyLength)
    expect(key.isWellFormed() && !/\p{Cc}/u.test(key)).toBe(true)
    expect(key.trim()).toBe(key)
    if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true)
    else expect(value.length <= maximumTextLength && value.isWellFormed()).toBe(true)
    if (time !== undefined) expect(Number.isInteger(time) && time >= earliestTime && time < latestTime).toBe(true)
    expect(['good', 'uncertain', 'bad']).toContain(quality)
  }
}

describe('telemetry document', () => {
  it('IN1 understands the forms of the protocol', () => {
    const good = { quality: 'good' }
    expect(valuesOf({ ts: now, values: { temp: 21.4, state: 'RUN', on: true } })).toEqual([
      { key: 'temp', value: 21.4, time: now, ...good },
      { key: 'state', value: 'RUN', time: now, ...good },
      { key: 'on', value: 1, time: now, ...good },
    ])
    expect(valuesOf({ temp: { v: 1, ts: now, q: 'bad' }, other: 2 })).toEqual([
      { key: 'temp', value: 1, time: now, quality: 'bad' },
      { key: 'other', value: 2, time: undefined, ...good },
    ])
    expect(valuesOf([{ values: { a: 1 } }, { ts: now, a: { v: 2 } }])).toEqual([
      { key: 'a', value: 1, time: undefined, ...good },
      { key: 'a', value: 2, time: now, ...good },
    ])
  })

  it('IN1 never throws, and takes only what is within the limits, for any JSON', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => expectSound(text)),
      { numRuns: 500 },
    )
  })

  it('IN1 never throws, and takes only what is within the limits, for documents that are nearly right', () => {
    const key = fc.oneof(
      fc.string({ maxLength: 130, unit: 'binary' }),
      fc.constantFrom(
        '__proto__',
        'constructor',
        'toString',
        'ts',
        'values',
        'v',
        '',
        ' ',
        'a ',
        'a'.repeat(129),
        '\ud800',
        'a\u0085',
      ),
    )
    const time = fc.oneof(fc.double(), fc.constantFrom(now, now / 1000, null, '2026', earliestTime - 1, latestTime))
    const scalar = fc.oneof(
      fc.double(),
      fc.string({ unit: 'binary' }),
      fc.boolean(),
      fc.constant(null),
      fc.constant('x'.repeat(4097)),
    )
    const value = fc.oneof(
      scalar,
      fc.record({ v: scalar, ts: time, q: fc.constantFrom('good', 'bad', 'toString', 3) }, { requiredKeys: [] }),
    )
    const values = fc.dictionary(key, value, { noNullPrototype: true })
    const entry = fc.oneof(values, fc.record({ ts: time, values }, { requiredKeys: ['values'] }))
    fc.assert(
      fc.property(fc.oneof(entry, fc.array(entry)), (document) => expectSound(JSON.stringify(document))),
      { numRuns: 1_000 },
    )
  })

  it('IN1 refuses text that is no JSON, cut short or empty', () => {
    for (const text of ['', '{', 'nonsense', '{"values":{"a":1}', '\u0000\u0001', '[', '{"a":1e999', 'NaN'])
      expect(problemOf(text)).toMatchObject({ field: 'document', reason: expect.stringContaining('not JSON') })
    expect(problemOf('{"a":1e999}')).toMatchObject({ field: 'a' })
  })

  it('IN1 takes prototype names for keys like others, and leaves prototypes alone', () => {
    const taken = valuesOf('{"values":{"__proto__":1,"constructor":2,"hasOwnProperty":3}}')
    expect(taken.map(({ key, value }) => [key, value])).toEqual([
      ['__proto__', 1],
      ['constructor', 2],
      ['hasOwnProperty', 3],
    ])
    expect(problemOf('{"__proto__":{"values":{"a":1}}}')).toMatchObject({ field: '__proto__' })
    expect(Object.hasOwn(Object.prototype, 'values')).toBe(false)
  })

  it('IN1 refuses deep nesting without running out of stack', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    expect(problemOf(deep).field).toBe('[0]')
    expect(problemOf(`{"a":${deep}}`).field).toBe('a')
    expect(problemOf('{"a":'.repeat(40_000) + '1' + '}'.repeat(40_000)).field).toBe('a')
  })

  it('IN1 counts to 2,000 values, 128 characters of a key and 4,096 of a text', () => {
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]))
    expect(valuesOf({ values: many(2_000) })).toHaveLength(2_000)
    expect(problemOf({ values: many(2_001) })).toEqual({ field: 'values', reason: 'holds more than 2000 values' })
    expect(problemOf([many(1_500), many(501)])).toMatchObject({ field: '[1]' })
    expect(valuesOf({ ['k'.repeat(128)]: 1 })).toHaveLength(1)
    expect(problemOf({ ['k'.repeat(129)]: 1 }).reason).toContain('1 to 128 characters')
    expect(valuesOf({ a: 't'.repeat(4_096) })).toHaveLength(1)
    expect(problemOf({ a: 't'.repeat(4_097) })).toMatchObject({ field: 'a' })
  })

  it('IN1 refuses keys that nobody can see, or tell from another', () => {
    for (const blank of [' ', '   ', '\u00a0', '\u2003', '\u200b', '\ufeff', '\u3164', '\u2800'])
      expect(problemOf({ values: { [blank]: 1 } })).toEqual({
        field: `values.${JSON.stringify(blank)}`,
        reason: 'key must not be blank',
      })
    for (const padded of [' temp', 'temp ', 'temp\u00a0'])
      expect(problemOf({ [padded]: 1 })).toEqual({
        field: JSON.stringify(padded),
        reason: 'key must not begin or end with a blank',
      })
    expect(problemOf({ '': 1 }).field).toBe('""')
    expect(valuesOf({ 'flow rate': 1, Ж: 2, '℃': 3 })).toHaveLength(3)
  })

  it('IN3 refuses seconds instead of milliseconds, naming the field', () => {
    expect(problemOf({ ts: Math.floor(now / 1000), values: { a: 1 } })).toMatchObject({
      field: 'ts',
      reason: expect.stringContaining('not a time in milliseconds'),
    })
    expect(problemOf([{ a: 1 }, { a: { v: 1, ts: 1_780_000_000 } }]).field).toBe('[1].a.ts')
    expect(valuesOf({ ts: now + 0.75, values: { a: 1 } })[0]?.time).toBe(now)
  })
})
