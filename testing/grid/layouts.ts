import fc from 'fast-check'
import {
  defaultOptions,
  type GridItem,
  type GridOptions,
  type Layout,
} from '#kit/ui/grid/layout/item.ts'
import { overlap, normalizeLayout } from '#kit/ui/grid/layout/normalize-layout.ts'

const named = (items: readonly Omit<GridItem, 'i'>[]): Layout =>
  items.map((item, index) => ({ ...item, i: `item-${index}` }))

const limit = fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined })

/** Items as somebody could have placed them, upon each other too. */
const crowded = fc
  .array(
    fc.record({
      x: fc.nat(11),
      y: fc.nat(12),
      w: fc.integer({ min: 1, max: 6 }),
      h: fc.integer({ min: 1, max: 4 }),
      minW: limit,
      maxW: limit,
      minH: limit,
      maxH: limit,
      static: fc.boolean().map((isStatic) => (isStatic ? true : undefined)),
    }),
    { maxLength: 24 },
  )
  .map(named)

/** Numbers that make no sense, too. */
const number = fc.oneof(
  fc.integer({ min: -5, max: 20 }),
  fc.double({ min: -30, max: 30 }),
  fc.constantFrom(NaN, Infinity, -Infinity, 1e9, 2 ** 53, -0),
)

/** Whatever a store could hold. */
export const strangeItems = fc.array(
  fc.record({
    i: fc.constantFrom('a', 'b', 'c', 'd', 'a-2'),
    x: number,
    y: number,
    w: number,
    h: number,
    minW: limit,
    maxW: limit,
    static: fc.boolean(),
  }),
  { maxLength: 16 },
)

export const gridOptions: fc.Arbitrary<GridOptions> = fc
  .record({ compacts: fc.boolean(), maxRows: fc.constantFrom(Infinity, 1_000) })
  .map((chosen) => ({ ...defaultOptions, ...chosen }))

/** Layouts that a grid shows, with its options. */
export const normalizedLayouts = fc
  .tuple(crowded, gridOptions)
  .map(([items, options]) => ({ layout: normalizeLayout(items, options).layout, options }))

/** The items of a layout that lie upon another one or outside the columns. */
export function misplaced(layout: Layout): readonly GridItem[] {
  return layout.filter(
    (item) =>
      item.x < 0 ||
      item.y < 0 ||
      item.w < 1 ||
      item.h < 1 ||
      item.x + item.w > defaultOptions.colNum ||
      ![item.x, item.y, item.w, item.h].every(Number.isSafeInteger) ||
      layout.some((other) => other !== item && overlap(item, other)),
  )
}
