import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dropped, moved, resized } from './change.ts'
import { compacted } from './compact.ts'
import { inReadingOrder, defaultOptions, type GridItem, type Layout } from './item.ts'
import { firstFree } from './place.ts'

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

// Cases that the tests of grid libraries name.
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
  ['the list has another order', 'A 0,5 1×1, B 0,1 1×1', 'A 0,1 1×1, B 0,0 1×1'],
  [
    'the list names the lower ones of a column first',
    'C 0,8 3×2, A 0,2 3×2, B 0,5 3×2',
    'C 0,4 3×2, A 0,0 3×2, B 0,2 3×2',
  ],
  ['below a static one, never above it', 'A 0,1 1×1!, B 0,5 1×1', 'A 0,1 1×1!, B 0,2 1×1'],
  [
    'around one static item of all columns',
    'A 0,2 12×2!, B 0,0 4×1, C 4,0 4×1, D 0,10 4×2',
    'A 0,2 12×2!, B 0,0 4×1, C 4,0 4×1, D 0,4 4×2',
  ],
  [
    'around several static items',
    'A 0,0 4×2!, B 6,3 4×2!, C 2,8 6×1!, D 0,5 2×2, E 4,1 2×2, F 10,0 2×3, G 0,10 3×2',
    'A 0,0 4×2!, B 6,3 4×2!, C 2,8 6×1!, D 0,2 2×2, E 4,0 2×2, F 10,0 2×3, G 0,9 3×2',
  ],
  [
    'beside each other: each column by itself',
    'A 0,5 2×2, B 4,10 2×2, C 6,7 2×3',
    'A 0,0 2×2, B 4,0 2×2, C 6,0 2×3',
  ],
  [
    'of two upon each other the left one stays',
    'A 0,0 2×1, B 1,0 1×1, C 2,1 1×1',
    'A 0,0 2×1, B 1,1 1×1, C 2,0 1×1',
  ],
  ['two in one place: the first of the list stays', 'A 0,0 2×2, B 0,0 2×2', 'A 0,0 2×2, B 0,2 2×2'],
  ['a row that makes no sense', 'A 0,9007199254740990 1×1', 'A 0,0 1×1'],
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
  [
    'far down, a high one: the next one comes above it, the last one stays below',
    ...([10, 'A 0,0 1×10, B 0,10 1×1, C 0,11 1×1', 'A', 0, 2] as const),
    'A 0,1 1×10, B 0,0 1×1, C 0,11 1×1',
  ],
  [
    'upon a static one of all columns: below it',
    ...([12, 'A 0,6 12×1!, B 1,0 2×3', 'B', 6, 6] as const),
    'A 0,6 12×1!, B 6,7 2×3',
  ],
  [
    'up again from below a static one: as far as there is room',
    ...([12, 'A 0,6 12×1!, B 6,7 2×3', 'B', 7, 3] as const),
    'A 0,6 12×1!, B 7,0 2×3',
  ],
  [
    'to where it is: nothing',
    ...([12, 'A 0,0 2×2, B 2,0 2×2', 'A', 0, 0] as const),
    'A 0,0 2×2, B 2,0 2×2',
  ],
  [
    'before the first column and row: to the first ones',
    ...([12, 'A 4,0 2×2, B 0,0 2×2', 'A', -3, -2] as const),
    'A 0,0 2×2, B 0,2 2×2',
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
  [
    'taller: all below it give way',
    'A 0,0 1×1, B 0,1 1×1, C 0,2 1×1, D 0,3 1×1',
    ...(['A', 1, 5, 'A 0,0 1×5, B 0,5 1×1, C 0,6 1×1, D 0,7 1×1'] as const),
  ],
  [
    'lower: all below it rise',
    'A 0,0 1×5, B 0,5 1×1, C 0,6 1×1, D 0,7 1×1',
    ...(['A', 1, 1, 'A 0,0 1×1, B 0,1 1×1, C 0,2 1×1, D 0,3 1×1'] as const),
  ],
  [
    'upon a static one: it goes below that',
    'A 0,0 4×2, B 0,3 4×1!',
    ...(['A', 4, 4, 'A 0,4 4×4, B 0,3 4×1!'] as const),
  ],
  ['to nothing: one cell', 'A 3,0 4×2', ...(['A', 0, -1, 'A 3,0 1×1'] as const)],
])('GR7 resized %s', (_name, before, i, w, h, after) => {
  expect(textOf(resized(layoutOf(before), i, { w, h }, defaultOptions))).toBe(after)
})

describe('cases of a grid of five rows that is nearly full', () => {
  const layout = layoutOf('A 0,0 4×2, B 4,0 4×4')
  const options = { ...defaultOptions, maxRows: 5 }
  it.each([
    ['1×1', 1, 1, true],
    ['as high as what is below lets it', 1, 3, true],
    ['higher', 1, 4, false],
    ['of all columns', 12, 1, true],
    ['of all columns, two rows', 12, 2, false],
  ])('GR18 one that is dropped at its beginning: %s', (_name, w, h, fits) => {
    const after = dropped(layout, { i: 'C', x: 0, y: 0, w, h }, { x: 0, y: 0 }, options)
    expect(after?.find(({ i }) => i === 'C')).toEqual(
      fits ? { i: 'C', x: 0, y: 0, w, h } : undefined,
    )
  })

  it('GR17 a new one goes beside what is there', () => {
    expect(firstFree(layout, { w: 1, h: 2 }, options)).toEqual({ x: 8, y: 0 })
    expect(firstFree(layout, { w: 5, h: 1 }, options)).toEqual({ x: 0, y: 4 })
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
