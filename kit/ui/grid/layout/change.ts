import { moveElement } from 'react-grid-layout/core'
import { sizeFor, sound, withinBounds, withinColumns } from './clamp.ts'
import {
  bottomOf,
  isMovable,
  isSamePlace,
  isSizable,
  itemOf,
  rowsOf,
  type Cell,
  type GridItem,
  type GridOptions,
  type Layout,
  type Size,
} from './item.ts'
import { compacted } from './compact.ts'
import { adopted, copied, overlap } from './normalize-layout.ts'

/**
 * The layout after a person has moved an item to a cell, which is clamped to the grid. Where items
 * rise, others make room: they are pushed away, or those that begin above keep their place before
 * it, whichever leaves it nearer to the cell. Elsewhere a taken place changes nothing. The same
 * object when nothing changes.
 */
export function moved(layout: Layout, i: string, cell: Cell, options: GridOptions): Layout {
  const item = itemOf(layout, i)
  if (!item || !isMovable(item, options)) return layout
  const { x, y } = withinBounds({ x: Math.round(cell.x), y: Math.round(cell.y) }, item, options)
  if (x === item.x && y === item.y) return layout
  if (!options.compacts) return replaceItem(layout, { ...item, x, y })
  const ways = [
    pushed(layout, i, { x, y }, options),
    compacted(withItem(layout, { ...item, x, y })),
  ] as const
  const [one, other] = ways.map((way) => {
    const after = fitting(layout, way, options)
    return { after, distance: distanceTo({ x, y }, itemOf(after, i) ?? item) }
  }) as [Way, Way]
  return other.distance < one.distance ? other.after : one.after
}

interface Way {
  readonly after: Layout
  /** From the wanted cell, in columns and rows. */
  readonly distance: number
}

function distanceTo({ x, y }: Cell, item: Cell): number {
  return Math.abs(item.x - x) + Math.abs(item.y - y)
}

/**
 * The layout after a person has asked for another size of an item, which is clamped to the grid and
 * to the item's limits. Others make room as when it is moved.
 */
export function resized(layout: Layout, i: string, wanted: Size, options: GridOptions): Layout {
  const item = itemOf(layout, i)
  if (!item || !isSizable(item, options)) return layout
  const next = withinColumns({ ...item, ...sizeFor(item, wanted, options) }, options)
  if (isSamePlace(next, item)) return layout
  if (!options.compacts) return replaceItem(layout, next)
  return fitting(layout, compacted(withItem(layout, next)), options)
}

/** The layout with one item more, at a cell; null where it has no room. */
export function dropped(
  layout: Layout,
  item: GridItem,
  cell: Cell,
  options: GridOptions,
): Layout | null {
  const size = sound({ ...item, x: 0, y: 0 }, options)
  const below = options.compacts ? bottomOf(layout) : rowsOf(options)
  const whole = { x: Math.round(cell.x), y: Math.min(Math.round(cell.y), below) }
  const next = { ...size, ...withinBounds(whole, size, options) }
  if (size.w > options.colNum || size.h > rowsOf(options)) return null
  if (!options.compacts)
    return layout.some((other) => overlap(other, next)) ? null : [...layout, next]
  // It comes from below everything, as if it had been there before.
  const start = { ...next, y: bottomOf(layout) + next.h }
  const result = pushed([...layout, start], item.i, next, options)
  return bottomOf(result) <= rowsOf(options) ? result : null
}

/** The layout without an item. */
export function removed(layout: Layout, i: string, options: GridOptions): Layout {
  const rest = layout.filter((item) => item.i !== i)
  return options.compacts ? compacted(rest) : rest
}

/** With the item at this cell, what lies there pushed away, and everything risen. */
function pushed(layout: Layout, i: string, { x, y }: Cell, { colNum }: GridOptions): Layout {
  const copies = copied(layout)
  const copy = copies.find((each) => each.i === i)
  if (!copy) return layout
  const places = moveElement(copies, copy, x, y, true, false, 'vertical', colNum, false)
  return compacted(adopted(layout, places))
}

function withItem(layout: Layout, next: GridItem): Layout {
  return layout.map((item) => (item.i === next.i ? next : item))
}

/** With the item in a place that must be free. */
function replaceItem(layout: Layout, next: GridItem): Layout {
  const isTaken = layout.some((other) => other.i !== next.i && overlap(other, next))
  return isTaken ? layout : withItem(layout, next)
}

/** What would push an item beyond the last row does not happen. */
function fitting(before: Layout, after: Layout, options: GridOptions): Layout {
  if (bottomOf(after) > Math.max(rowsOf(options), bottomOf(before))) return before
  const same = after.map((item, at) => {
    const old = before[at]
    return old && isSamePlace(old, item) ? old : item
  })
  return same.every((item, at) => item === before[at]) ? before : same
}
