import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalizedLayouts } from '#testing/grid/layouts.ts'
import { Gesture } from './gesture.ts'
import { itemOf, defaultOptions, type GridItem, type Layout } from './item.ts'

const row = (i: string, y: number): GridItem => ({ i, x: 0, y, w: 12, h: 2 })
const rows: Layout = [row('a', 0), row('b', 2), row('c', 4)]
const free = { ...defaultOptions, compacts: false, maxRows: 2 }
const cells: Layout = [
  { i: 'a', x: 0, y: 0, w: 2, h: 2 },
  { i: 'b', x: 4, y: 0, w: 2, h: 2 },
]
const order = (layout: Layout) => layout.toSorted((one, other) => one.y - other.y).map(({ i }) => i)

describe('a gesture', () => {
  it('GR9 ends where it is held, whatever the way was', () => {
    fc.assert(
      fc.property(
        normalizedLayouts,
        fc.nat(23),
        fc.array(fc.record({ x: fc.nat(11), y: fc.nat(20) }), { minLength: 1, maxLength: 8 }),
        ({ layout, options: chosen }, index, way) => {
          const held = layout[index % Math.max(1, layout.length)]
          if (!held) return
          const options = { ...chosen, compacts: true }
          const walked = new Gesture(layout, held.i, 'move', options)
          for (const cell of way) walked.moveTo(cell)
          const direct = new Gesture(layout, held.i, 'move', options)
          const last = way.at(-1)
          if (last) direct.moveTo(last)
          expect(walked.layout).toEqual(direct.layout)
        },
      ),
    )
  })

  it('GR10 reports only what has changed', () => {
    const gesture = new Gesture(rows, 'a', 'move', defaultOptions)
    expect(gesture.end()).toBeNull()
    expect(gesture.moveTo({ x: 0, y: 2 })).toBe(true)
    expect(gesture.end()).toMatchObject({ kind: 'move', item: { i: 'a', y: 2 } })
    expect(gesture.moveTo({ x: 0, y: 0 })).toBe(true)
    expect(gesture.end()).toBeNull()
    gesture.moveTo({ x: 0, y: 2 })
    gesture.cancel()
    expect(gesture.end()).toBeNull()
    const size = new Gesture(rows, 'a', 'resize', defaultOptions)
    expect(size.resizeTo({ w: 40, h: 2 })).toBe(false)
    expect(size.end()).toBeNull()
  })

  it('GR11 a step goes to the nearest other place, across what is between, or nowhere', () => {
    const down = new Gesture(rows, 'a', 'move', defaultOptions)
    expect(down.step(0, 1)).toBe(true)
    expect(order(down.layout)).toEqual(['b', 'a', 'c'])
    expect(down.step(0, 1)).toBe(true)
    expect(order(down.layout)).toEqual(['b', 'c', 'a'])
    expect(down.step(0, 1)).toBe(false)
    expect(down.step(1, 0)).toBe(false)
    expect(down.step(0, -1)).toBe(true)
    expect(order(down.layout)).toEqual(['b', 'a', 'c'])
    const across = new Gesture(cells, 'a', 'move', free)
    expect(across.step(1, 0)).toBe(true)
    expect(across.step(1, 0)).toBe(true)
    expect(across.item.x).toBe(2)
    expect(across.step(1, 0)).toBe(true)
    expect(across.item.x).toBe(6)
    const size = new Gesture(cells, 'a', 'resize', free)
    expect([size.step(1, 0), size.step(1, 0), size.step(1, 0)]).toEqual([true, true, false])
    expect(size.item.w).toBe(4)
  })

  it('GR8 over a taken place the item stays where it was last free', () => {
    const gesture = new Gesture(cells, 'a', 'move', free)
    gesture.moveTo({ x: 8, y: 0 })
    expect(gesture.moveTo({ x: 5, y: 0 })).toBe(false)
    expect(itemOf(gesture.layout, 'a')?.x).toBe(8)
    expect(gesture.moveTo({ x: 0, y: 0 })).toBe(true)
    expect(gesture.end()).toBeNull()
  })
})
