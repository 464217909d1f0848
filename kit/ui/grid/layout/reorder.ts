import { compacted } from './compact.ts'
import { moved } from './change.ts'
import {
  bottomOf,
  inReadingOrder,
  isMovable,
  itemOf,
  rowsOf,
  type GridOptions,
  type Layout,
} from './item.ts'

/**
 * The layout after a person has put an item at another place of the column in which a narrow screen
 * has all of them, in reading order (`index`: its place among them, from 0 on). Of the layouts that
 * come near to that order, the nearest; the same object where there is none.
 */
export function reordered(layout: Layout, i: string, index: number, options: GridOptions): Layout {
  const item = itemOf(layout, i)
  if (!item || !isMovable(item, options)) return layout
  const order = inReadingOrder(layout).map((each) => each.i)
  const wanted = order.filter((each) => each !== i).toSpliced(index, 0, i)
  const before = itemOf(layout, wanted[index - 1] ?? '')
  const after = itemOf(layout, wanted[index + 1] ?? '')
  const cells = [
    ...(after ? [{ x: after.x, y: after.y }] : []),
    ...(before ? [{ x: before.x + before.w, y: before.y }] : []),
    ...(before ? [{ x: before.x, y: before.y + before.h }] : []),
    ...(before ? [{ x: 0, y: before.y + before.h }] : []),
  ]
  const ways = [
    layout,
    exchanged(layout, wanted, options),
    ...cells.map((cell) => moved(layout, i, cell, options)),
  ]
  const distances = ways.map((way) => distanceOf(way, wanted, i))
  return ways[distances.indexOf(Math.min(...distances))] ?? layout
}

/** Each item in the cell of the one that had its place in the order. */
function exchanged(layout: Layout, wanted: readonly string[], options: GridOptions): Layout {
  if (!options.compacts || layout.some((item) => !isMovable(item, options))) return layout
  const cells = inReadingOrder(layout)
  const cellOf = new Map(wanted.map((i, place) => [i, cells[place]]))
  const next = compacted(
    layout.map((item) => {
      const { x, y } = cellOf.get(item.i) ?? item
      const inside = Math.max(0, Math.min(x, options.colNum - item.w))
      return inside === item.x && y === item.y ? item : { ...item, x: inside, y }
    }),
  )
  return bottomOf(next) <= rowsOf(options) ? next : layout
}

/** How far the reading order is from the wanted one; where the item itself lies counts first. */
function distanceOf(layout: Layout, wanted: readonly string[], i: string): number {
  const places = new Map(inReadingOrder(layout).map((item, place) => [item.i, place]))
  const placeOf = (each: string | undefined) => places.get(each ?? '') ?? 0
  const own = Math.abs(placeOf(i) - wanted.indexOf(i))
  const all = wanted.reduce((sum, each, place) => sum + Math.abs(placeOf(each) - place), 0)
  return own * wanted.length ** 2 + all
}
