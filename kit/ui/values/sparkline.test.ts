import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sparklinePaths, type SparklineData } from './sparkline.tsx'

const data = (part: Partial<SparklineData>): SparklineData => ({
  ...{ times: Float64Array.of(0, 33, 66, 99), values: Float64Array.of(0, 0, 10, 10) },
  ...{ from: 0, to: 99, lowerLimit: null, upperLimit: null, gapMs: 50, bad: [], isStale: false },
  ...part,
})

it('WD26 a sparkline is drawn across no bad reading, and marked until the next good one', () => {
  expect(sparklinePaths(data({}))).toMatchObject({
    line: 'M0 94.0L330 94.0L660 6.0L990 6.0',
    bad: '',
  })
  expect(sparklinePaths(data({ bad: [{ from: 40, to: 66 }] }))).toMatchObject({
    line: 'M0 94.0L330 94.0M660 6.0L990 6.0',
    bad: 'M400 2H660',
  })
})

it('WD26 a good reading alone between bad ones is a dot, and a short bad one is seen', () => {
  const bad = [
    { from: 40, to: 66 },
    { from: 66.1, to: 66.2 },
  ]
  expect(sparklinePaths(data({ bad }))).toMatchObject({
    line: 'M0 94.0L330 94.0M660 6.0h0M990 6.0h0',
    bad: 'M400 2H660M661 2H669',
  })
})

it('WD26 what is beyond a limit is not drawn across a bad reading', () => {
  const drawn = sparklinePaths(data({ upperLimit: 5, bad: [{ from: 70, to: 99 }] }))
  expect(drawn.beyond).toBe('M495 50.0L660 6.0M990 6.0')
})

it('WD63 a sparkline of any values has places that are numbers, within its box', () => {
  const extremes = [Number.MAX_VALUE, -Number.MAX_VALUE, Number.MIN_VALUE, 1e308, 2 ** 53, -0, 0]
  const number = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(...extremes),
  )
  const limit = fc.option(number)
  fc.assert(
    fc.property(
      fc.tuple(number, number, number),
      limit,
      limit,
      (values, lowerLimit, upperLimit) => {
        const times = Float64Array.of(0, 50, 99)
        const paths = sparklinePaths(
          data({ times, values: Float64Array.from(values), lowerLimit, upperLimit, gapMs: 100 }),
        )
        const all = Object.values(paths).join(' ')
        expect(all).not.toMatch(/NaN|Infinity/)
        const heights = [...paths.line.matchAll(/ (-?[\d.]+)/g)].map(([, height]) => Number(height))
        expect(heights.every((height) => height >= 0 && height <= 100)).toBe(true)
      },
    ),
    { numRuns: 3_000 },
  )
})

it('WD63 values are not drawn flat because they are small: a vacuum differs by its powers', () => {
  const values = Float64Array.of(1e-10, 2e-10, 8e-10, 9e-10)
  expect(sparklinePaths(data({ values })).line).toBe('M0 94.0L330 83.0L660 17.0L990 6.0')
  const trembling = Float64Array.of(1, 1 + 1e-12, 1, 1)
  expect(sparklinePaths(data({ values: trembling })).line).toBe(
    'M0 50.0L330 50.0L660 50.0L990 50.0',
  )
  expect(sparklinePaths(data({ values: new Float64Array(4) })).line).toContain('M0 50.0')
})
