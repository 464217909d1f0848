import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maximumKeyLength, maximumTextLength, maximumValuesPerMessage } from '#kit/model/limits.ts'
import { earliestTime, latestTime, parseTelemetry } from './telemetry-document.ts'

const now = Date.UTC(2026, 5, 1)

const parse = (document: unknown) =>
  parseTelemetry(Buffer.from(typeof document === 'string' ? document : JSON.stringify(document)))

/** Everything that is refused: of a document that is refused whole, its one problem. */
function refusedOf(document: unknown) {
  const parsed = parse(document)
  return 'problem' in parsed ? [parsed.problem] : parsed.refused
}

/** The first refusal of a document of which nothing is taken. */
function problemOf(document: unknown) {
  const parsed = parse(document)
  if (!('problem' in parsed)) expect(parsed.values).toEqual([])
  const [first] = refusedOf(document)
  if (!first) throw new Error('nothing was refused')
  return first
}

/** What is taken, without its place in the document. */
function valuesOf(document: unknown) {
  const parsed = parse(document)
  if ('problem' in parsed) throw new Error(`refused: ${JSON.stringify(parsed.problem)}`)
  return parsed.values.map(({ key, value, time, quality }) => ({ key, value, time, quality }))
}

function expectSound(text: string): void {
  const parsed = parse(text)
  const problems = 'problem' in parsed ? [parsed.problem] : parsed.refused
  for (const { field, reason } of problems) {
    expect(field).not.toBe('')
    expect(field.length).toBeLessThanOrEqual(160)
    expect(reason).not.toBe('')
  }
  if ('problem' in parsed) return
  expect(parsed.values.length + problems.length).toBeGreaterThan(0)
  expect(parsed.values.length + problems.length).toBeLessThanOrEqual(maximumValuesPerMessage)
  for (const { key, value, time, quality } of parsed.values) {
    expect(key.length).toBeGreaterThan(0)
    expect(key.length).toBeLessThanOrEqual(maximumKeyLength)
    expect(key.isWellFormed() && !/[\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(key)).toBe(true)
    expect(key.trim()).toBe(key)
    if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true)
    else if (value !== null)
      expect(value.length <= maximumTextLength && value.isWellFormed()).toBe(true)
    else expect(quality).toBe('bad')
    if (time !== undefined)
      expect(Number.isInteger(time) && time >= earliestTime && time < latestTime).toBe(true)
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
    const time = fc.oneof(
      fc.double(),
      fc.constantFrom(now, now / 1000, null, '2026', earliestTime - 1, latestTime),
    )
    const scalar = fc.oneof(
      fc.double(),
      fc.string({ unit: 'binary' }),
      fc.boolean(),
      fc.constant(null),
      fc.constant('x'.repeat(4097)),
    )
    const value = fc.oneof(
      scalar,
      fc.record(
        { v: scalar, ts: time, q: fc.constantFrom('good', 'bad', 'toString', 3) },
        { requiredKeys: [] },
      ),
    )
    const values = fc.dictionary(key, value, { noNullPrototype: true })
    const entry = fc.oneof(values, fc.record({ ts: time, values }, { requiredKeys: ['values'] }))
    fc.assert(
      fc.property(fc.oneof(entry, fc.array(entry)), (document) =>
        expectSound(JSON.stringify(document)),
      ),
      { numRuns: 1_000 },
    )
  })

  it('IN1 refuses text that is no JSON, cut short or empty', () => {
    for (const text of [
      '{',
      'nonsense',
      '{"values":{"a":1}',
      '\u0000\u0001',
      '[',
      '{"a":1e999',
      'NaN',
    ])
      expect(problemOf(text)).toMatchObject({
        field: 'document',
        reason: expect.stringContaining('not JSON'),
      })
    expect(problemOf('{"a":1e999}')).toMatchObject({ field: 'a' })
    expect(problemOf('')).toEqual({ field: 'document', reason: 'is empty' })
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
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]))
    expect(valuesOf({ values: many(2_000) })).toHaveLength(2_000)
    expect(problemOf({ values: many(2_001) })).toEqual({
      field: 'values',
      reason: 'holds more than 2000 values',
    })
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
    const unseen = {
      'te\u200bmp': 'U+200B',
      'temp\u200e': 'U+200E',
      'te\u202emp': 'U+202E',
      'te\u00admp': 'U+00AD',
      'a\u2028b': 'U+2028',
    }
    for (const [key, code] of Object.entries(unseen))
      expect(problemOf({ [key]: 1 }).reason).toBe(
        `key must not hold a character that cannot be seen (${code})`,
      )
    expect(
      valuesOf({ 'flow rate': 1, Ж: 2, '℃': 3, 'm²/s': 4, 風速: 5, 'cafe\u0301': 6 }),
    ).toHaveLength(6)
  })

  it('IN2 judges each value for itself', () => {
    const document = {
      ts: now,
      values: {
        a: 1,
        b: [1],
        c: 'x'.repeat(4_097),
        d: null,
        e: { v: 2, ts: 5 },
        f: { v: 3, q: 'ok' },
        g: {},
      },
    }
    expect(valuesOf(document).map(({ key }) => key)).toEqual(['a', 'd'])
    expect(refusedOf(document).map(({ field }) => field)).toEqual([
      'values.b',
      'values.c',
      'values.e.ts',
      'values.f.q',
      'values.g',
    ])
  })

  it('IN2 judges each entry of an array for itself', () => {
    const document = [
      { a: 1 },
      7,
      { ts: 'noon', values: { a: 2 } },
      { values: [] },
      { ts: now, values: { a: 3 } },
    ]
    expect(valuesOf(document).map(({ value }) => value)).toEqual([1, 3])
    expect(refusedOf(document)).toEqual([
      { field: '[1]', reason: 'must be an object, not 7' },
      { field: '[2].ts', reason: 'must be a number of milliseconds, not a string' },
      { field: '[3].values', reason: 'must be an object, not an array' },
    ])
  })

  it('IN2 refuses the whole for what is wrong with the document itself', () => {
    expect(parse({ ts: 'noon', values: { a: 1 } })).toEqual({
      problem: { field: 'ts', reason: 'must be a number of milliseconds, not a string' },
    })
    const many = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, index) => [`k${index}`, index % 2 === 0 ? index : []]),
    )
    expect(parse([many, many])).toMatchObject({
      values: { length: 1_000 },
      refused: { length: 1_000 },
    })
    expect(parse([many, many, { a: 1 }])).toEqual({
      problem: { field: '[2]', reason: 'holds more than 2000 values' },
    })
    expect(parse(Array.from({ length: 2_001 }, () => 7))).toMatchObject({
      problem: { reason: 'holds more than 2000 values' },
    })
  })

  it('IN30 takes null for "no value", whatever quality it is given', () => {
    expect(valuesOf({ a: null, b: { v: null, ts: now, q: 'good' }, c: 1 })).toEqual([
      { key: 'a', value: null, time: undefined, quality: 'bad' },
      { key: 'b', value: null, time: now, quality: 'bad' },
      { key: 'c', value: 1, time: undefined, quality: 'good' },
    ])
  })

  it('IN31 refuses a key that stands twice in one object, and takes the others', () => {
    const twice = 'is given twice in one document'
    expect(valuesOf('{"values":{"a":1,"b":2,"a":3}}').map(({ key }) => key)).toEqual(['b'])
    expect(refusedOf('{"values":{"a":1,"b":2,"a":1}}')).toEqual([
      { field: 'values.a', reason: twice },
    ])
    expect(refusedOf('{"a":1,"\\u0061":2,"b":1}')).toEqual([{ field: 'a', reason: twice }])
    expect(refusedOf('{"a":{"v":1,"v":2},"b":1}')).toEqual([{ field: 'a.v', reason: twice }])
    expect(refusedOf('{"__proto__":1,"__proto__":2,"b":1}')).toEqual([
      { field: '__proto__', reason: twice },
    ])
    expect(parse('{"ts":1780000000000,"values":{"a":1},"ts":1780000000001}')).toEqual({
      problem: { field: 'ts', reason: twice },
    })
    expect(parse('{"values":{"a":1},"values":{"b":1}}')).toEqual({
      problem: { field: 'values', reason: twice },
    })
    expect(valuesOf('[{"a":1},{"a":2}]').map(({ value }) => value)).toEqual([1, 2])
  })

  it('IN31 refuses a whole number that would be rounded, and takes what a double holds', () => {
    const rounded = ['9007199254740993', '-9007199254740993', '12345678901234567890']
    for (const number of rounded)
      expect(problemOf(`{"a":${number}}`)).toMatchObject({
        field: 'a',
        reason: expect.stringContaining('would be rounded'),
      })
    expect(problemOf('{"a":{"v":9007199254740993}}').field).toBe('a.v')
    for (const number of [
      '9007199254740992',
      '100000000000000000000',
      '1e21',
      '1.7e308',
      '0.1',
      '-0',
      String(2 ** 63),
    ])
      expect(valuesOf(`{"a":${number}}`)[0]?.value).toBe(Number(number))
    expect(valuesOf('{"a":"9007199254740993"}')[0]?.value).toBe('9007199254740993')
  })

  it('IN31 refuses half a character instead of changing it', () => {
    expect(problemOf('{"a":"\\ud800"}')).toEqual({
      field: 'a',
      reason: 'text must not hold half a character',
    })
    expect(problemOf('{"\\ud800":1}').reason).toBe('key must not hold half a character')
  })

  it('IN32 names what was sent instead of JSON in UTF-8', () => {
    const text = '{"temperature":21.4}'
    const reasonOf = (message: Uint8Array) => {
      const parsed = parseTelemetry(message)
      return 'problem' in parsed && parsed.problem.field === 'document'
        ? parsed.problem.reason
        : 'taken'
    }
    const utf16 = Buffer.from(text, 'utf16le')
    expect(reasonOf(gzipSync(text))).toContain('gzip')
    expect(reasonOf(Buffer.from(`\ufeff${text}`))).toContain('byte order mark')
    expect(reasonOf(Buffer.from(`\ufeff${text}`, 'utf16le'))).toContain('UTF-16')
    expect(reasonOf(Buffer.from(`\ufeff${text}`, 'utf16le').swap16())).toContain('UTF-16')
    expect(reasonOf(utf16)).toContain('UTF-16')
    expect(reasonOf(Buffer.from(utf16).swap16())).toContain('UTF-16')
    expect(reasonOf(Buffer.from([0xff, 0xfe, 0, 0, 0x7b, 0, 0, 0]))).toContain('UTF-32')
    expect(reasonOf(Buffer.from('{"caf\u00e9":1}', 'latin1'))).toBe('is not UTF-8')
    // Two keys that would become one.
    expect(reasonOf(Buffer.from('{"caf\u00e9":1,"caf\u00e8":2}', 'latin1'))).toBe('is not UTF-8')
    expect(reasonOf(Buffer.from(text))).toBe('taken')
  })

  it('IN3 refuses seconds instead of milliseconds, naming the field', () => {
    expect(problemOf({ ts: Math.floor(now / 1000), values: { a: 1 } })).toMatchObject({
      field: 'ts',
      reason: expect.stringContaining('not a time in milliseconds'),
    })
    expect(refusedOf([{ a: 1 }, { a: { v: 1, ts: 1_780_000_000 } }])).toMatchObject([
      { field: '[1].a.ts' },
    ])
    expect(valuesOf({ ts: now + 0.75, values: { a: 1 } })[0]?.time).toBe(now)
  })
})
