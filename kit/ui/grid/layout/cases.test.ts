import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { moved, resized } from './change.ts'
import { compacted } from './compact.ts'
import { inReadingOrder, defaultOptions, type GridItem, type Layout } from './item.ts'

/** Items as `A 0,0 2×1`, a static one with `!` behind; between them a comma. */
const layoutOf = (text: string): Layout =>
  text.split(', ').map((part) => {
    const [, i = '', ...numbers] = /^(\w+) (\d+),(\d+) (\d+)×(\d+)(!?)$/.exec(part) ?? []
    const [x = 0, y = 0, w = 0, h = 0] = numbers.map(Number)
    return { ...{ i, x, y, w, h }, ...(part.endsWith('!') ? { static: true } : {}) }
  })
const textOf = (layout: Layout) =>
  layout
    .map(({ i, x, y, w, h, static: fixed }) => `${i} ${x},${y} ${w}×${h}${fixed ? '!' : ''}`)
    .join(', ')
const grid = (colNum: number) => ({ ...defaultOptions, colNum })

describe('cases that the tests of grid libraries name', () => {
  it.each([
    ['a gap above an item', 'A 0,1 1×1', 'A 0,0 1×1'],
    ['an item upon another one', 'A 0,0 1×5, B 0,1 1×1', 'A 0,0 1×5, B 0,5 1×1'],
    [
      'what lay below an item that gives way',
      'A 0,0 2×5, B 0,0 10×1, C 5,1 1×1, D 5,2 1×1, E 5,3 1×1!',
      'A 0,0 2×5, B 0,5 10×1, C 5,6 1×1, D 5,7 1×1, E 5,3 1×1!',
    ],
    [
      'static items here and there',
      'A 0,113 9×5!, B 0,74 9×5!, C 0,35 9×5!, D 0,0 8×20, E 0,20 8×20, F 0,40 4×20, G 4,40 4×20',
      'A 0,113 9×5!, B 0,74 9×5!, C 0,35 9×5!, D 0,0 8×20, E 0,40 8×20, F 0,79 4×20, G 4,79 4×20',
    ],
    ['several gaps', 'A 0,0 2×2, B 0,5 2×2, C 0,10 2×2', 'A 0,0 2×2, B 0,2 2×2, C 0,4 2×2'],
  ])('GR5 risen: %s', (_name, before, after) => {
    expect(textOf(compacted(layoutOf(before)))).toBe(after)
  })

  it.each([
    ['to a neighbour’s place', 2, 'A 0,0 1×1, B 1,0 1×1', 'A', 1, 0, 'A 1,0 1×1, B 1,1 1×1'],
    [
      'down a little: the one below comes above it, the next one stays below',
      ...([10, 'A 0,0 1×10, B 0,10 1×1, C 0,11 1×1', 'A', 0, 1] as const),
      'A 0,1 1×10, B 0,0 1×1, C 0,11 1×1',
    ],
    [
      'upon a neighbour above a wide one',
      ...([2, 'A 0,0 1×1, B 1,0 1×1, C 0,1 2×2', 'A', 1, 0] as const),
      'A 1,0 1×1, B 1,1 1×1, C 0,2 2×2',
    ],
    [
      'left upon a neighbour: no other one jumps above it',
      ...([4, 'A 0,0 2×1, B 2,0 2×1, C 0,1 1×1, D 1,1 3×1', 'B', 1, 0] as const),
      'A 0,1 2×1, B 1,0 2×1, C 0,2 1×1, D 1,2 3×1',
    ],
    [
      'up above a wide one: its neighbour stays below that',
      ...([4, 'A 0,0 2×1, B 0,1 1×1, C 1,1 1×2', 'C', 1, 0] as const),
      'A 0,2 2×1, B 0,3 1×1, C 1,0 1×2',
    ],
    [
      'upon a static one: it gives way',
      ...([12, 'A 0,0 2×2!, B 0,2 2×2', 'B', 0, 0] as const),
      'A 0,0 2×2!, B 0,2 2×2',
    ],
    [
      'that is static: nothing',
      ...([12, 'A 0,0 2×2!, B 4,0 2×2', 'A', 4, 0] as const),
      'A 0,0 2×2!, B 4,0 2×2',
    ],
    [
      'into the lower part of a higher one: that rises above it',
      ...([12, 'A 1,0 4×2, B 1,2 4×3', 'A', 0, 3] as const),
      'A 0,3 4×2, B 1,0 4×3',
    ],
    [
      'into the lower part of a static one: below it',
      ...([12, 'A 0,3 3×3!, B 1,6 3×2', 'B', 0, 4] as const),
      'A 0,3 3×3!, B 0,6 3×2',
    ],
    [
      'beyond the right edge: to the last columns',
      ...([12, 'A 0,0 3×2', 'A', 40, 0] as const),
      'A 9,0 3×2',
    ],
  ])('GR7 moved %s', (_name, columns, before, i, x, y, after) => {
    expect(textOf(moved(layoutOf(before), i, { x, y }, grid(columns)))).toBe(after)
  })

  it.each([
    [
      'taller: what gives way takes along what lay below it',
      'A 0,0 2×2, B 0,2 10×1, C 5,3 1×1',
      ...(['A', 2, 5, 'A 0,0 2×5, B 0,5 10×1, C 5,6 1×1'] as const),
    ],
    [
      'wider than the columns: as wide as they are, from the first one',
      'A 4,0 2×2',
      ...(['A', 20, 2, 'A 4,0 8×2'] as const),
    ],
  ])('GR7 resized %s', (_name, before, i, w, h, after) => {
    expect(textOf(resized(layoutOf(before), i, { w, h }, defaultOptions))).toBe(after)
  })
})

it('GR5 nothing passes what lay before it in its columns, also where items overlap', () => {
  const items = fc.uniqueArray(
    fc.record({
      i: fc.constantFrom(...'ABCDEFGHIJ'),
      x: fc.nat(7),
      y: fc.nat(12),
      w: fc.integer({ min: 1, max: 5 }),
      h: fc.integer({ min: 1, max: 5 }),
    }),
    { selector: ({ i }) => i, maxLength: 10 },
  )
  fc.assert(
    fc.property(items, (layout: readonly GridItem[]) => {
      const order = inReadingOrder(layout)
      const after = new Map(compacted(layout).map((item) => [item.i, item]))
      for (const [index, { i, x, w }] of order.entries())
        for (const later of order.slice(index + 1))
          if (later.x < x + w && later.x + later.w > x) {
            const above = after.get(i)
            expect(after.get(later.i)?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.h ?? 0))
          }
    }),
    { numRuns: 500 },
  )
})
