import { inReadingOrder, type GridItem, type Layout } from './item.ts'

/**
 * The layout with every item as far up as there is room without passing another one, in the order
 * of rows and columns; static items stay. What is upon another item goes below it. Items that did
 * not move are the same objects.
 *
 * As react-grid-layout does it, from item to item in place of row by row: heights that make no
 * sense cost nothing.
 */
export function compacted(layout: Layout): Layout {
  const settled = layout
    .filter((item) => item.static === true)
    .toSorted((one, other) => one.y - other.y)
  const result = new Map<GridItem, GridItem>()
  for (const item of inReadingOrder(layout)) {
    if (item.static === true) continue
    const y = risen(item, settled.filter(besides(item)))
    const next = y === item.y ? item : { ...item, y }
    settled.splice(settled.findLastIndex((other) => other.y <= y) + 1, 0, next)
    result.set(item, next)
  }
  return layout.map((item) => result.get(item) ?? item)
}

/** The row of an item that rises, or gives way, among those of its columns from top to bottom. */
function risen({ y, h }: GridItem, others: Layout): number {
  const isTaken = others.some((other) => other.y < y + h && other.y + other.h > y)
  if (!isTaken)
    return Math.max(0, ...others.map((other) => other.y + other.h).filter((end) => end <= y))
  let row = y
  for (const other of others)
    if (other.y < row + h && other.y + other.h > row) row = other.y + other.h
  return row
}

function besides({ x, w }: GridItem): (other: GridItem) => boolean {
  return (other) => other.x < x + w && other.x + other.w > x
}
