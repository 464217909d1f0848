import { bottomOf, rowsOf, type Cell, type GridOptions, type Layout, type Size } from './item.ts'

/**
 * The first place, in reading order from the row of `from` on, that is free for an item of this
 * size; the row below everything where there is none, even when that lies beyond the last row.
 */
export function firstFree(
  layout: Layout,
  size: Size,
  options: GridOptions,
  from: Cell = { x: 0, y: 0 },
): Cell {
  const below = bottomOf(layout)
  const w = Math.min(size.w, options.colNum)
  const last = Math.min(below - 1, rowsOf(options) - size.h)
  // Room begins where somebody asks for it, or where an item ends.
  const rows = [from.y, ...layout.map(({ y, h }) => y + h)]
    .filter((y) => y >= from.y && y <= last)
    .toSorted((one, other) => one - other)
  for (const y of new Set(rows)) {
    const near = layout.filter((item) => item.y < y + size.h && item.y + item.h > y)
    const x = freeColumn(near, w, options.colNum)
    if (x !== null) return { x, y }
  }
  return { x: 0, y: below }
}

/** The first of `w` columns side by side that none of these items covers. */
function freeColumn(items: Layout, w: number, colNum: number): number | null {
  for (let x = 0; x + w <= colNum; x++) {
    const covering = items.find((item) => item.x < x + w && item.x + item.w > x)
    if (covering === undefined) return x
    x = covering.x + covering.w - 1
  }
  return null
}

/** Whether an item of this size has room somewhere in the grid. */
export function hasRoom(layout: Layout, size: Size, options: GridOptions): boolean {
  const { y } = firstFree(layout, size, options)
  return size.w <= options.colNum && y + size.h <= rowsOf(options)
}
