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
  expect(await nativeColumns(Buffer.alloc(0))).toEqual([])
})

/** An answer in the format Native: columns of doubles, in one block. */
function answerOf(columns: number, rows: number): Buffer {
  const size = Buffer.from([(rows & 127) | 128, ((rows >> 7) & 127) | 128, rows >> 14])
  const text = (word: string) => Buffer.from([word.length, ...Buffer.from(word)])
  const numbers = Buffer.from(Float64Array.from({ length: rows }, (_, row) => row).buffer)
  const column = Buffer.concat([text('a'), text('Float64'), numbers])
  return Buffer.concat([Buffer.from([columns]), size, ...Array<Buffer>(columns).fill(column)])
}

/** The turns of the event loop that it takes to read so many columns of so many rows. */
async function turnsFor(columns: number, rows: number): Promise<number> {
  let turns = 0
  let next = setImmediate(function count() {
    turns += 1
    next = setImmediate(count)
  })
  const read = await nativeColumns(answerOf(columns, rows))
  clearImmediate(next)
  expect(read.map((column) => column.at(-1))).toEqual(Array(columns).fill(rows - 1))
  return turns
}

it('SL2 between the columns of a long answer others are let in', async () => {
  expect(await turnsFor(4, 20_000)).toBeGreaterThanOrEqual(4)
  expect(await turnsFor(4, 2_000)).toBe(0)
})
