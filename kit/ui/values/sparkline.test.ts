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
