import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { parse, problemOf, refusedOf, valuesOf } from '#testing/parsed-documents.ts'
import { parseTelemetry } from '#kit/server/documents/telemetry-document.ts'

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

it('IN1 refuses keys that cannot be seen, or not be distinguished', () => {
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
  expect(problemOf({ '': 1 })).toEqual({
    field: '""',
    reason: 'key must have 1 to 128 characters',
  })
  const { field } = problemOf({ ['\u0001'.repeat(128)]: 1 })
  expect([field.length, field.at(-1)]).toEqual([158, '…'])
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

it('IN31 refuses a duplicate key of an object, and takes the others', () => {
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
