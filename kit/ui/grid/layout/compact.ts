import { inReadingOrder, type GridItem, type Layout } from './item.ts'

/**
 * The layout with every item as far up as there is room without passing another one, in the order
 * of rows and columns; static items stay. What is upon another item goes below it, and takes along
 * what came after it in its columns.
 *
 * As react-grid-layout does it, from item to item in place of row by row: heights that make no
 * sense cost nothing.
 */
export function compacted(layout: Layout): Layout {
  const fixed = layout
    .filter((item) => item.static === true)
    .toSorted((one, other) => one.y - other.y)
  const before: GridItem[] = []
  const result = new Map<GridItem, GridItem>()
  for (const item of inReadingOrder(layout)) {
    if (item.static === true) continue
    const isBeside = besides(item)
    const start = Math.max(0, ...before.filter(isBeside).map(({ y, h }) => y + h))
    const y = risen(item, start, fixed.filter(isBeside))
    const next = y === item.y ? item : { ...item, y }
    before.push(next)
    result.set(item, next)
  }
  return layout.map((item) => result.get(item) ?? item)
}

/**
 * The row of an item that rises, or gives way, from `start` on, where those before it end; `fixed`
 * are the static ones of its columns, from top to bottom.
 */
function risen({ y, h }: GridItem, start: number, fixed: Layout): number {
  const isTaken = fixed.some((other) => other.y < y + h && other.y + other.h > y)
  if (start <= y && !isTaken)
    return Math.max(start, ...fixed.map((other) => other.y + other.h).filter((end) => end <= y))
  let row = Math.max(start, y)
  for (const other of fixed)
    if (other.y < row + h && other.y + other.h > row) row = other.y + other.h
  return row
}

function besides({ x, w }: GridItem): (other: GridItem) => boolean {
  return (other) => other.x < x + w && other.x + other.w > x
}
