import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'

let engine: TestTelemetry

beforeAll(async () => void (engine = await testTelemetry()))
afterAll(() => engine.close())

it('QU15 columns written here are those that the engine writes, in any blocks', async () => {
  const count = fc.oneof(fc.nat(20), fc.constantFrom(4_095, 4_096, 4_097, 30_000))
  await fc.assert(
    fc.asyncProperty(count, fc.integer({ min: 1, max: 9_000 }), async (rows, of) => {
      const statement = `SELECT toInt64(number) * 7919 - 40000, toUInt8(number % 3),
          if(number % 5 = 0, nan, intDiv(number, 3) / 4), toInt64(1790000000000 + number * 1000)
        FROM numbers({rows:UInt32}) SETTINGS max_block_size = ${of},
          output_format_json_quote_64bit_integers = 0`
      const observed: number[][] = []
      let announced = -1
      const written = await engine.telemetry.jsonColumns(
        statement,
        { rows },
        {
          begin: (count) => void (announced = count),
          add: (column, numbers) => void (observed[column] ??= []).push(...numbers),
        },
      )
      expect(announced).toBe(rows)
      const columns = written.map((pieces) => JSON.parse(String(Buffer.concat(pieces))))
      const byEngine = await engine.telemetry.columns(statement, { rows })
      expect(columns).toEqual(rows === 0 ? [] : byEngine.map((array) => JSON.parse(String(array))))
      const seen = observed.map((numbers) =>
        numbers.map((number) => (Number.isNaN(number) ? null : number)),
      )
      expect(seen).toEqual(columns)
    }),
    {
      numRuns: 15,
      examples: [
        [0, 1],
        [30_000, 8_191],
      ],
    },
  )
})

it('QU15 the text of few numbers takes little memory', async () => {
  const arrays = await engine.telemetry.jsonColumns('SELECT number, number / 3 FROM numbers(3)')
  const bytes = arrays.flat().map(({ buffer }) => buffer.byteLength)
  expect(Math.max(...bytes)).toBeLessThan(100)
})
