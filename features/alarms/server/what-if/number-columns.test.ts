import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseNumbers } from './number-columns.ts'

const parsed = (text: string) => [...parseNumbers(Buffer.from(text, 'latin1'))]

test('AL31 numbers of the engine are read exactly, whatever their size', () => {
  const number = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.integer({ min: -1e6, max: 1e6 }).map((value) => value / 1_000),
    fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }),
  )
  const property = fc.property(fc.array(number, { maxLength: 30 }), (numbers) => {
    const texts = numbers.map((each) => (Object.is(each, -0) ? '-0' : String(each)))
    for (const text of [`[${texts.join(',')}]`, `[${texts.join(', ')}]`])
      expect(parsed(text)).toEqual(JSON.parse(text))
  })
  fc.assert(property, { numRuns: 500 })
  expect(parsed('[1.5,null,-0.1,2e-3,0.1000000000000000055511151231257827]')).toEqual([
    ...[1.5, NaN, -0.1, 0.002, 0.1],
  ])
})
