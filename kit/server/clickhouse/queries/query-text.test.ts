import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { withParameters } from './query-text.ts'

let engine: TestTelemetry

beforeAll(async () => void (engine = await testTelemetry()))
afterAll(() => engine.close())

/** Text that tries to be more than text, besides every other. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }).filter((each) => each.isWellFormed()),
  fc
    .array(
      fc.constantFrom(
        "'",
        '\\',
        '\0',
        '\n',
        '{a:UInt32}',
        '$&',
        '$1',
        '--',
        '/*',
        ';',
        '`',
        '"',
        'x41',
        "')",
      ),
      {
        maxLength: 8,
      },
    )
    .map((parts) => parts.join('')),
)
const int64 = fc.maxSafeInteger()
const uint32 = fc.integer({ min: 0, max: 4_294_967_295 })

it('QU1 every value arrives at the engine as it is, whatever it holds', async () => {
  await fc.assert(
    fc.asyncProperty(
      text,
      int64,
      uint32,
      fc.array(uint32),
      fc.array(text),
      async (a, b, c, numbers, texts) => {
        const rows = await engine.telemetry.rows(
          `SELECT {a:String} AS a, {b:Int64} AS b, {c:UInt32} AS c,
           {numbers:Array(UInt32)} AS numbers, {texts:Array(String)} AS texts,
           toTypeName({b:Int64}) AS type SETTINGS output_format_json_quote_64bit_integers = 0`,
          { a, b, c, numbers, texts },
        )
        expect(rows).toEqual([{ a, b: b + 0, c, numbers, texts, type: 'Int64' }])
      },
    ),
    { numRuns: 200 },
  )
})

it.each([
  ['UInt32', -1],
  ['UInt32', 4_294_967_296],
  ['UInt32', 1.5],
  ['Int64', 2 ** 53],
  ['Int64', Infinity],
  ['UInt32', '1 OR 1'],
  ['String', 5],
  ['Array(UInt32)', 5],
  ['Array(UInt32)', ['1) OR (1']],
  ['Float64', 1],
])('QU1 what is not of its type is refused: %s %s', (type, value) => {
  expect(() => withParameters(`SELECT {value:${type}}`, { value } as never)).toThrow(TypeError)
})

it('QU1 a place without a value is refused', () => {
  expect(() => withParameters('SELECT {toString:String}')).toThrow(TypeError)
})
