import { earliestTime, latestTime } from './document-value.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { maximumKeyLength, maximumTextLength, maximumValuesPerMessage } from '#kit/model/limits.ts'
import { parse, problemOf, refusedOf, valuesOf } from '#testing/parsed-documents.ts'

const now = Date.UTC(2026, 5, 1)

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

it('IN1 never throws, and stays within the limits, for documents that are nearly right', () => {
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

it('IN2 validates each value for itself', () => {
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

it('IN2 validates each entry of an array for itself', () => {
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

it('IN1 takes "ts" for a key like others where the values stand by themselves', () => {
  expect(valuesOf({ ts: now, values: { ts: 5, a: 1 } })).toMatchObject([
    { key: 'ts', value: 5, time: now },
    { key: 'a', value: 1, time: now },
  ])
})

it('IN1 takes null for no time and for no quality', () => {
  const good = { key: 'a', value: 1, time: undefined, quality: 'good' }
  expect(valuesOf({ ts: null, values: { a: { v: 1, ts: null, q: null } } })).toEqual([good])
  expect(valuesOf({ ts: now, values: { a: { v: 1, ts: null } } })[0]?.time).toBe(now)
})

it('IN3 takes times from the first moment of 2000 to the last of 2099', () => {
  const isTaken = (ts: number) => !('problem' in parse({ ts, values: { a: 1 } }))
  const times = [earliestTime - 1, earliestTime, latestTime - 1, latestTime]
  expect(times.map(isTaken)).toEqual([false, true, true, false])
  expect(problemOf('{"ts":1e999,"a":1}').reason).toContain('of milliseconds, not Infinity')
})
