import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { nativeColumns } from './columns.ts'

let engine: TestTelemetry

beforeAll(async () => void (engine = await testTelemetry()))
afterAll(() => engine.close())

it('QU13 columns of numbers arrive as they are, of each type, in any blocks', async () => {
  const int64 = fc.integer({ min: Number.MIN_SAFE_INTEGER, max: 2 ** 53 - 400 })
  await fc.assert(
    fc.asyncProperty(
      int64,
      fc.nat(300),
      fc.integer({ min: 1, max: 100 }),
      async (whole, count, of) => {
        const columns = await engine.telemetry.numberColumns(
          `SELECT {whole:Int64} + number, toUInt8(number % 3), toUInt16(number), toUInt32(number),
           if(number % 5 = 0, nan, number / 7), toUInt64(number), toDateTime(number, 'UTC'),
           fromUnixTimestamp64Milli(toInt64(number) - 100, 'UTC'),
           CAST(number AS SimpleAggregateFunction(sum, Int64)), (toUInt16(number), 0.5).2
         FROM numbers({count:UInt32}) SETTINGS max_block_size = ${of}`,
          { whole, count },
        )
        const numbers = [...Array.from({ length: count }).keys()]
        const expected = [
          ...[(n: number) => whole + n, (n: number) => n % 3, (n: number) => n, (n: number) => n],
          (n: number) => (n % 5 === 0 ? Number.NaN : n / 7),
          ...[(n: number) => n, (n: number) => n, (n: number) => n - 100, (n: number) => n],
          () => 0.5,
        ].map((valueOf) => numbers.map(valueOf))
        expect(columns.map((column) => [...column])).toEqual(count === 0 ? [] : expected)
      },
    ),
    {
      numRuns: 20,
      examples: [
        [Number.MIN_SAFE_INTEGER, 10, 3],
        [-2, 4, 100],
      ],
    },
  )
})

it('QU13 a column that is not of numbers is refused', async () => {
  const texts = engine.telemetry.numberColumns(`SELECT 'a' AS text`)
  await expect(texts).rejects.toThrow(new TypeError('String is no type of numbers'))
  expect(nativeColumns(Buffer.alloc(0))).toEqual([])
})
