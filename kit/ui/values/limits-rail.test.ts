import { expect, it } from 'vitest'
import { beginOf } from './limits-rail.tsx'

it('KW38 a picture as wide as a span lies where the span is, from end to end of the rail', () => {
  for (const [from, to] of [
    [0.2, 0.7],
    [0, 0.3],
    [0.6, 1],
    [0.4, 0.4],
    [0, 0.999],
  ] as const) {
    // The browser puts a picture at this share of the room beside it.
    const begin = beginOf([from, to]) * (1 - (to - from))
    expect(begin).toBeCloseTo(from, 10)
  }
  expect(beginOf([0, 1])).toBe(0)
})
