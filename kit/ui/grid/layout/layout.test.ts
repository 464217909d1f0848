import fc from 'fast-check'
import { verticalCompactor } from 'react-grid-layout/core'
import { describe, expect, it } from 'vitest'
import { gridOptions, misplaced, normalizedLayouts, strangeItems } from '#testing/grid/layouts.ts'
import { dropped, moved, removed, resized } from './change.ts'
import { sizeFor, withinBounds, withinColumns } from './clamp.ts'
import { compacted } from './compact.ts'
import { bottomOf, inReadingOrder, itemOf, rowsOf, defaultOptions, type GridItem } from './item.ts'
import { firstFree, hasRoom } from './place.ts'
import { copied, normalizeLayout } from './normalize-layout.ts'

const item = (i: string, x: number, y: number, w: number, h: number, more = {}): GridItem => ({
  ...{ i, x, y, w, h },
  ...more,
})
const placesOf = (layout: readonly GridItem[]) =>
  layout.map(({ i, x, y, w, h }) => [i, x, y, w, h].join(' '))

describe('normalized layouts', () => {
  it('GR1 have every item once, whole, inside, none upon another, whatever was stored', () => {
    fc.assert(
      fc.property(strangeItems, gridOptions, (items, options) => {
        const { layout, faults } = normalizeLayout(items, options)
        expect(misplaced(layout)).toEqual([])
        expect(layout).toHaveLength(items.length)
        expect(new Set(layout.map(({ i }) => i)).size).toBe(items.length)
        if (bottomOf(layout) <= rowsOf(options))
          expect([...normalizeLayout(layout, options).faults]).toEqual([])
        for (const i of faults.keys()) expect(itemOf(layout, i)).toBeDefined()
      }),
      { numRuns: 500 },
    )
  })

  it('GR1 name what was wrong', () => {
    const stored = [
      item('fine', 0, 0, 2, 2),
      item('upon', 1, 1, 2, 2),
      item('fine', 4, 0, 2, 2),
      item('half', 6.4, 0, 2, 2),
      item('left', -3, 0, 2, 2),
      item('huge', 0, 0, 40, 2),
      item('thin', 8, 0, 1, 2, { minW: 2 }),
    ]
    const { layout, faults } = normalizeLayout(stored, defaultOptions)
    expect(Object.fromEntries(faults)).toEqual({
      upon: 'overlap',
      'fine-2': 'duplicate',
      half: 'fractional',
      left: 'outside',
      huge: 'outside',
      thin: 'size',
    })
    expect(misplaced(layout)).toEqual([])
  })

  it('GR1 GR6 of static items upon each other the first stays, the next ones go below it', () => {
    const fixed = (i: string, x: number, y: number) => item(i, x, y, 4, 2, { static: true })
    const first = fixed('first', 0, 0)
    const stored = [item('free', 0, 0, 4, 2), first, fixed('second', 2, 1), fixed('third', 0, 0)]
    const { layout, faults } = normalizeLayout(stored, defaultOptions)
    expect(placesOf(layout)).toEqual([
      'free 0 6 4 2',
      'first 0 0 4 2',
      'second 2 2 4 2',
      'third 0 4 4 2',
    ])
    expect(layout[1]).toBe(first)
    expect([...faults.keys()]).toEqual(['second', 'third', 'free'])
    expect(normalizeLayout(layout, defaultOptions).faults.size).toBe(0)
    // Where there is no row below, nearer to the top.
    const limited = { ...defaultOptions, maxRows: 4 }
    const low = normalizeLayout([fixed('a', 0, 2), fixed('b', 0, 2)], limited).layout
    expect(placesOf(low)).toEqual(['a 0 2 4 2', 'b 0 0 4 2'])
  })
})

describe('clamps', () => {
  it('GR2 a size: room, then the least, then the most, never below one cell', () => {
    const at = (more: object) => item('a', 8, 0, 2, 2, more)
    expect(sizeFor(at({}), { w: 9, h: 3 }, defaultOptions)).toEqual({ w: 4, h: 3 })
    expect(sizeFor(at({ minW: 3 }), { w: 1, h: 0 }, defaultOptions)).toEqual({ w: 3, h: 1 })
    expect(sizeFor(at({ minW: 5, maxW: 3 }), { w: 1, h: 1 }, defaultOptions).w).toBe(3)
    expect(sizeFor(at({ maxW: 0, maxH: -2 }), { w: 9, h: 9 }, defaultOptions)).toEqual({
      w: 1,
      h: 1,
    })
    const limited = { ...defaultOptions, maxRows: 4 }
    expect(sizeFor(item('a', 0, 3, 1, 1), { w: 1, h: 7 }, limited).h).toBe(1)
  })

  it('GR3 an item beyond the columns begins at the first one', () => {
    expect(withinColumns(item('a', 10, 2, 5, 1), defaultOptions)).toMatchObject({
      x: 0,
      y: 2,
      w: 5,
    })
    expect(withinColumns(item('a', 3, 0, 40, 1), defaultOptions)).toMatchObject({ x: 0, w: 12 })
    const fits = item('a', 7, 0, 5, 1)
    expect(withinColumns(fits, defaultOptions)).toBe(fits)
  })

  it('GR4 a place: inside columns and rows', () => {
    const limited = { ...defaultOptions, maxRows: 6 }
    expect(withinBounds({ x: 11, y: 9 }, { w: 4, h: 2 }, limited)).toEqual({ x: 8, y: 4 })
    expect(withinBounds({ x: -1, y: -9 }, { w: 4, h: 2 }, limited)).toEqual({ x: 0, y: 0 })
    expect(withinBounds({ x: 0, y: 5 }, { w: 1, h: 9 }, limited)).toEqual({ x: 0, y: 0 })
  })
})

describe('rising', () => {
  it('GR5 again changes nothing; without overlaps it is as the library has it', () => {
    fc.assert(
      fc.property(normalizedLayouts, fc.nat(5), ({ layout }, gap) => {
        const apart = layout.map((each) => (each.static ? each : { ...each, y: each.y + gap }))
        const risen = compacted(apart)
        expect(compacted(risen).every((each, index) => each === risen[index])).toBe(true)
        if (misplaced(apart).length === 0)
          expect(placesOf(risen)).toEqual(
            placesOf(verticalCompactor.compact(copied(apart), 12) as GridItem[]),
          )
      }),
      { numRuns: 500 },
    )
  })
})

describe('changes', () => {
  it('GR6 GR7 GR8 GR15 never overlap, stay inside, and leave static items where they are', () => {
    fc.assert(
      fc.property(
        normalizedLayouts,
        fc.nat(23),
        fc.integer({ min: -4, max: 16 }),
        fc.integer({ min: -4, max: 40 }),
        fc.boolean(),
        ({ layout, options }, index, across, down, isMove) => {
          const held = layout[index % Math.max(1, layout.length)]
          if (!held) return
          const next = isMove
            ? moved(layout, held.i, { x: across, y: down }, options)
            : resized(layout, held.i, { w: across, h: down }, options)
          expect(misplaced(next)).toEqual([])
          for (const [at, each] of next.entries()) {
            const before = layout[at]
            if (before?.static) expect(each).toBe(before)
            if (before && placesOf([before])[0] === placesOf([each])[0]) expect(each).toBe(before)
            if (!options.compacts && each.i !== held.i) expect(each).toBe(before)
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  it('GR19 a moved item is as near to where it is held as what begins above lets it', () => {
    fc.assert(
      fc.property(
        normalizedLayouts,
        fc.nat(23),
        fc.nat(11),
        fc.nat(40),
        (normalized, index, x, y) => {
          const { layout } = normalized
          const held = layout[index % Math.max(1, layout.length)]
          if (!held || held.static) return
          const cell = withinBounds({ x, y }, held, defaultOptions)
          const kept = compacted(
            layout.map((each) => (each === held ? { ...held, ...cell } : each)),
          )
          const after = itemOf(moved(layout, held.i, cell, defaultOptions), held.i)
          const rowsTo = (item: GridItem | undefined) => Math.abs((item?.y ?? 0) - cell.y)
          expect(rowsTo(after)).toBeLessThanOrEqual(rowsTo(itemOf(kept, held.i)))
        },
      ),
    )
  })

  it('GR6 what may not be dragged or resized is not', () => {
    const fixed = item('a', 0, 0, 2, 2, { isDraggable: false, isResizable: false })
    const layout = [fixed, item('b', 2, 0, 2, 2)]
    expect(moved(layout, 'a', { x: 5, y: 0 }, defaultOptions)).toBe(layout)
    expect(resized(layout, 'a', { w: 5, h: 1 }, defaultOptions)).toBe(layout)
    const asleep = { ...defaultOptions, isStatic: true }
    expect(moved(layout, 'b', { x: 5, y: 0 }, asleep)).toBe(layout)
    const draggable = { ...defaultOptions, draggable: false }
    expect(moved(layout, 'b', { x: 5, y: 0 }, draggable)).toBe(layout)
    const own = [item('a', 0, 0, 2, 2, { isDraggable: true })]
    expect(itemOf(moved(own, 'a', { x: 5, y: 0 }, draggable), 'a')?.x).toBe(5)
  })

  it('GR7 pushes others down and lets them rise; more rows than there are do not happen', () => {
    const layout = [item('a', 0, 0, 6, 2), item('b', 6, 0, 6, 2), item('c', 0, 2, 12, 2)]
    expect(placesOf(moved(layout, 'a', { x: 6, y: 0 }, defaultOptions))).toEqual([
      'a 6 0 6 2',
      'b 6 2 6 2',
      'c 0 4 12 2',
    ])
    expect(placesOf(moved(layout, 'a', { x: 0, y: 4 }, defaultOptions))).toEqual([
      'a 0 4 6 2',
      'b 6 0 6 2',
      'c 0 2 12 2',
    ])
    expect(placesOf(resized(layout, 'b', { w: 6, h: 4 }, defaultOptions))).toEqual([
      'a 0 0 6 2',
      'b 6 0 6 4',
      'c 0 4 12 2',
    ])
    expect(resized(layout, 'b', { w: 6, h: 4 }, { ...defaultOptions, maxRows: 4 })).toBe(layout)
  })
})

describe('free places', () => {
  it('GR17 are the first in reading order, with room for the whole item', () => {
    fc.assert(
      fc.property(normalizedLayouts, fc.nat(11), fc.nat(3), ({ layout, options }, w, h) => {
        const size = { w: w + 1, h: h + 1 }
        const place = firstFree(layout, size, options)
        expect(
          misplaced([...layout.filter((each) => !each.static), { i: 'new', ...size, ...place }]),
        ).toEqual([])
        expect(place.y).toBeLessThanOrEqual(bottomOf(layout))
      }),
    )
    const full = { ...defaultOptions, maxRows: 2, colNum: 4 }
    expect(hasRoom([item('a', 0, 0, 4, 1)], { w: 4, h: 1 }, full)).toBe(true)
    expect(hasRoom([item('a', 0, 0, 4, 1)], { w: 1, h: 2 }, full)).toBe(false)
    expect(hasRoom([], { w: 5, h: 1 }, full)).toBe(false)
  })

  it('GR18 what is dropped makes room where items rise, and needs a free place elsewhere', () => {
    const layout = [item('a', 0, 0, 12, 2), item('b', 0, 2, 12, 2)]
    const one = item('new', 0, 0, 4, 2)
    const at = (y: number, options = defaultOptions) => {
      const after = dropped(layout, one, { x: 3, y }, options)
      return after && placesOf(inReadingOrder(after))
    }
    expect(at(2)).toEqual(['a 0 0 12 2', 'new 3 2 4 2', 'b 0 4 12 2'])
    expect(at(90)).toEqual(['a 0 0 12 2', 'b 0 2 12 2', 'new 3 4 4 2'])
    expect(at(2, { ...defaultOptions, maxRows: 4 })).toBeNull()
    const still = { ...defaultOptions, compacts: false, maxRows: 8 }
    expect(at(2, still)).toBeNull()
    expect(at(5, still)).toEqual(['a 0 0 12 2', 'b 0 2 12 2', 'new 3 5 4 2'])
    expect(placesOf(removed(layout, 'a', defaultOptions))).toEqual(['b 0 0 12 2'])
    expect(placesOf(removed(layout, 'a', still))).toEqual(['b 0 2 12 2'])
  })

  it('GR16 reading order is rows, then columns', () => {
    const layout = [item('c', 0, 2, 1, 1), item('b', 5, 0, 1, 1), item('a', 0, 0, 1, 1)]
    expect(inReadingOrder(layout).map(({ i }) => i)).toEqual(['a', 'b', 'c'])
  })
})
