import fc from 'fast-check'
import { expect, it } from 'vitest'
import { misplaced, normalizedLayouts } from '#testing/grid/layouts.ts'
import { inReadingOrder, defaultOptions, type GridItem } from './item.ts'
import { reordered } from './reorder.ts'

const orderOf = (layout: readonly GridItem[]) => inReadingOrder(layout).map(({ i }) => i)
const item = (i: string, x: number, y: number, w: number, h: number, more = {}): GridItem => ({
  ...{ i, x, y, w, h },
  ...more,
})

it('GR20 items of one size have exactly the order that the column has', () => {
  const sizes = fc.constantFrom([2, 2], [3, 1], [4, 3], [6, 2], [12, 1])
  fc.assert(
    fc.property(
      sizes,
      fc.integer({ min: 1, max: 14 }),
      fc.nat(),
      fc.nat(),
      (size, count, one, to) => {
        const [w = 1, h = 1] = size
        const across = 12 / w
        const layout = Array.from({ length: count }, (_, at) =>
          item(`i${at}`, (at % across) * w, Math.floor(at / across) * h, w, h),
        )
        const held = `i${one % count}`
        const next = reordered(layout, held, to % count, defaultOptions)
        const wanted = orderOf(layout).filter((i) => i !== held)
        expect(orderOf(next)).toEqual(wanted.toSpliced(to % count, 0, held))
        expect(misplaced(next)).toEqual([])
      },
    ),
  )
})

it('GR20 whatever the layout, nothing overlaps or is lost; staying changes nothing', () => {
  fc.assert(
    fc.property(normalizedLayouts, fc.nat(), fc.nat(), ({ layout, options }, one, to) => {
      const held = layout[one % Math.max(1, layout.length)]
      if (!held) return
      const next = reordered(layout, held.i, to % layout.length, options)
      expect(next.map(({ i, w, h }) => [i, w, h])).toEqual(layout.map(({ i, w, h }) => [i, w, h]))
      if (!layout.some((each) => each.static)) expect(misplaced(next)).toEqual([])
      for (const [at, each] of layout.entries()) if (each.static) expect(next[at]).toBe(each)
      expect(reordered(layout, held.i, orderOf(layout).indexOf(held.i), options)).toBe(layout)
    }),
  )
})

it('GR20 of different sizes the held one comes to where it is put', () => {
  const layout = [item('a', 0, 0, 6, 4), item('b', 6, 0, 6, 2), item('c', 0, 4, 12, 1)]
  expect(orderOf(reordered(layout, 'c', 0, defaultOptions))).toEqual(['c', 'a', 'b'])
  expect(orderOf(reordered(layout, 'a', 1, defaultOptions))).toEqual(['b', 'a', 'c'])
  const fixed = [
    item('s', 0, 0, 12, 1, { static: true }),
    item('a', 0, 1, 6, 1),
    item('b', 6, 1, 6, 1),
  ]
  expect(reordered(fixed, 's', 2, defaultOptions)).toBe(fixed)
  const next = reordered(fixed, 'b', 1, defaultOptions)
  expect(next.find(({ i }) => i === 's')).toBe(fixed[0])
  expect(orderOf(next)).toEqual(['s', 'b', 'a'])
})
