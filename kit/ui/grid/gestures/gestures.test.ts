import { describe, expect, it } from 'vitest'
import { boxOf, cellAt, sizeOf } from '../layout/pixels.ts'
import { defaultOptions } from '../layout/item.ts'
import { scrollBy } from './auto-scroll.ts'
import { edgesAt } from './edges.ts'

const box = { left: 100, top: 100, right: 300, bottom: 200 }
const press = (clientX: number, clientY: number, pointerType = 'mouse') =>
  edgesAt(box, { clientX, clientY, pointerType })

describe('edges', () => {
  it('GR13 the last 10 px pull an edge, 20 for a finger; both pull the corner', () => {
    expect(press(289, 150)).toBeNull()
    expect(press(290, 150)).toEqual({ right: true, bottom: false })
    expect(press(289, 150, 'touch')).toEqual({ right: true, bottom: false })
    expect(press(279, 150, 'touch')).toBeNull()
    expect(press(150, 195)).toEqual({ right: false, bottom: true })
    expect(press(295, 195)).toEqual({ right: true, bottom: true })
    expect(press(301, 150)).toBeNull()
  })

  it('GR22 all of the marked corner, 20 px, pulls both edges with a mouse too', () => {
    const both = { right: true, bottom: true }
    for (const [right, bottom] of [
      [280, 180],
      [288, 188],
      [285, 199],
      [299, 185],
    ] as const)
      expect(press(right, bottom)).toEqual(both)
    expect(press(279, 189)).toBeNull()
    expect(press(295, 179)).toEqual({ right: true, bottom: false })
  })
})

describe('scrolling by itself', () => {
  it('GR14 by 300 px a second within 60 px of an edge', () => {
    expect(scrollBy(59, 0, 800, 100)).toBe(-30)
    expect(scrollBy(60, 0, 800, 100)).toBe(0)
    expect(scrollBy(741, 0, 800, 100)).toBe(30)
    expect(scrollBy(740, 0, 800, 100)).toBe(0)
    expect(scrollBy(900, 0, 800, 1_000)).toBe(300)
    expect(scrollBy(45, 0, 90, 100)).toBe(0)
  })
})

describe('pixels', () => {
  it('GR4 cells and boxes are those of 12 columns, rows of 48 and margins of 10', () => {
    const width = 12 * 90 + 11 * 10
    const measures = defaultOptions
    expect(boxOf({ x: 2, y: 1, w: 3, h: 2 }, width, measures)).toEqual({
      ...{ left: 200, top: 58, width: 290, height: 106 },
    })
    expect(cellAt({ left: 251, top: 28 }, width, measures)).toEqual({ x: 3, y: 0 })
    expect(sizeOf({ width: 241, height: 48 }, width, measures)).toEqual({ w: 3, h: 1 })
  })
})
