import fc from 'fast-check'
import { expect, it } from 'vitest'
import { misplaced } from '#testing/grid/layouts.ts'
import { dropped, moved, removed, resized } from './change.ts'
import { compacted } from './compact.ts'
import { bottomOf, defaultOptions, itemOf, rowsOf } from './item.ts'
import type { GridItem, GridOptions, Layout } from './item.ts'
import { normalizeLayout } from './normalize-layout.ts'
import { reordered } from './reorder.ts'

const limit = fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined })
const items = fc.array(
  fc.record({
    ...{ x: fc.nat(11), y: fc.nat(9), w: fc.integer({ min: 1, max: 6 }) },
    ...{ h: fc.integer({ min: 1, max: 4 }), minW: limit, maxW: limit, minH: limit, maxH: limit },
    static: fc.integer({ min: 0, max: 4 }).map((one) => (one === 0 ? true : undefined)),
  }),
  { minLength: 1, maxLength: 14 },
)
const options = fc
  .record({
    compacts: fc.boolean(),
    maxRows: fc.oneof(fc.constant(Infinity), fc.integer({ min: 6, max: 16 })),
    colNum: fc.constantFrom(12, 12, 6),
  })
  .map((chosen): GridOptions => ({ ...defaultOptions, ...chosen }))
const cell = fc.record({
  x: fc.integer({ min: -3, max: 15 }),
  y: fc.integer({ min: -3, max: 30 }),
})
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom('move', 'resize', 'drop', 'remove', 'reorder'),
    ...{ index: fc.nat(), cell },
  }),
  { minLength: 1, maxLength: 12 },
)
type Step = Parameters<Parameters<typeof steps.map>[0]>[0][number]

function after(layout: Layout, step: Step, at: number, chosen: GridOptions): Layout {
  const held = layout[step.index % Math.max(1, layout.length)]
  const { x, y } = step.cell
  const fresh = { i: `new-${at}`, x: 0, y: 0, w: (step.index % 5) + 1, h: (step.index % 3) + 1 }
  if (step.kind === 'drop') return dropped(layout, fresh, step.cell, chosen) ?? layout
  if (!held) return layout
  if (step.kind === 'move') return moved(layout, held.i, { x, y }, chosen)
  if (step.kind === 'resize') return resized(layout, held.i, { w: x, h: y }, chosen)
  if (step.kind === 'remove') return held.static ? layout : removed(layout, held.i, chosen)
  return reordered(layout, held.i, step.index % layout.length, chosen)
}

const isWithin = ({ w, h, minW, maxW, minH, maxH }: GridItem, { colNum }: GridOptions) =>
  w >= Math.min(minW ?? 1, maxW ?? colNum, colNum) &&
  w <= Math.max(1, maxW ?? colNum) &&
  h >= Math.min(minH ?? 1, maxH ?? Infinity) &&
  h <= Math.max(1, maxH ?? Infinity)

it('GR23 after any number of changes every rule of the grid holds', () => {
  fc.assert(
    fc.property(items, options, steps, (given, chosen, way) => {
      const named = given.map((item, at) => ({ ...item, i: `item-${at}` }))
      let layout = normalizeLayout(named, chosen).layout
      for (const [at, step] of way.entries()) {
        const before = layout
        layout = after(layout, step, at, chosen)
        expectSound(layout, chosen)
        expect(bottomOf(layout)).toBeLessThanOrEqual(Math.max(rowsOf(chosen), bottomOf(before)))
        const held = before[step.index % Math.max(1, before.length)]
        for (const each of before.filter(({ i }) => i !== held?.i)) {
          const now = itemOf(layout, each.i)
          expect([now?.w, now?.h]).toEqual([each.w, each.h])
          if (each.static) expect(now).toBe(each)
          if (step.kind !== 'reorder') expect(now?.x).toBe(each.x)
        }
      }
    }),
    { numRuns: 500 },
  )
})

function expectSound(layout: Layout, chosen: GridOptions) {
  expect(misplaced(layout)).toEqual([])
  expect(layout.filter(({ x, w }) => x + w > chosen.colNum)).toEqual([])
  expect(layout.filter((item) => !isWithin(item, chosen))).toEqual([])
  if (!chosen.compacts) return
  expect(compacted(layout)).toEqual(layout)
  expect(freeAbove(layout)).toEqual([])
}

/** Items that could lie a row higher. */
function freeAbove(layout: Layout): readonly string[] {
  return layout
    .filter((item) => item.static !== true && item.y > 0)
    .filter((item) => {
      const higher = { ...item, y: item.y - 1 }
      return !layout.some((other) => other.i !== item.i && misplaced([other, higher]).length > 0)
    })
    .map(({ i }) => i)
}
