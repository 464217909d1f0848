import {
  maximumRowsOfItem,
  rowsOf,
  type Cell,
  type GridItem,
  type GridOptions,
  type Size,
} from './item.ts'

type Limits = Pick<GridItem, 'minW' | 'minH' | 'maxW' | 'maxH'>
type Bounds = Pick<GridOptions, 'colNum' | 'maxRows'>

/** The size within the item's own limits: first the least, then the most, never below one cell. */
export function withinLimits({ w, h }: Size, limits: Limits): Size {
  return {
    w: limited(w, limits.minW, limits.maxW),
    h: limited(h, limits.minH, limits.maxH),
  }
}

function limited(value: number, minimum = 1, maximum = Infinity): number {
  return Math.max(1, Math.min(Math.max(value, minimum), maximum))
}

/** The place nearest to `cell` at which an item of this size lies inside the columns and rows. */
export function withinBounds({ x, y }: Cell, { w, h }: Size, bounds: Bounds): Cell {
  return {
    x: Math.max(0, Math.min(x, bounds.colNum - w)),
    y: Math.max(0, Math.min(y, rowsOf(bounds) - h)),
  }
}

/**
 * An item that reaches beyond the columns begins at the first one, as wide as the columns at most.
 */
export function withinColumns<Item extends Cell & Size>(item: Item, { colNum }: Bounds): Item {
  if (item.x + item.w <= colNum) return item
  return { ...item, x: 0, w: Math.min(item.w, colNum) }
}

/**
 * The size that an item gets when a person asks for `wanted`: what fits right of and below its
 * place, then within its own limits, never below one cell.
 */
export function sizeFor(item: GridItem, wanted: Size, bounds: Bounds): Size {
  const room = { w: bounds.colNum - item.x, h: rowsOf(bounds) - item.y }
  const fitting = {
    w: Math.min(Math.round(wanted.w), room.w),
    h: Math.min(Math.round(wanted.h), room.h),
  }
  const { w, h } = withinLimits(fitting, item)
  return { w: Math.min(w, bounds.colNum), h: Math.min(h, rowsOf(bounds)) }
}

/**
 * The item as a grid can show it: whole cells, sizes within its limits, inside columns and rows.
 * The same object when nothing is wrong with it.
 */
export function sound(item: GridItem, bounds: Bounds): GridItem {
  const rows = Math.min(rowsOf(bounds), maximumRowsOfItem)
  const whole = {
    x: Math.max(0, wholeOf(item.x, 0)),
    y: Math.max(0, wholeOf(item.y, 0)),
    w: wholeOf(item.w, 1),
    h: wholeOf(item.h, 1),
  }
  const size = withinLimits(whole, item)
  const placed = withinColumns({ ...whole, w: size.w, h: Math.min(size.h, rows) }, bounds)
  const { x, y } = withinBounds(placed, placed, bounds)
  const isSame = item.x === x && item.y === y && item.w === placed.w && item.h === placed.h
  return isSame ? item : { ...item, x, y, w: placed.w, h: placed.h }
}

/** The number rounded to a whole one; what is no number counts as `otherwise`. */
function wholeOf(value: number, otherwise: number): number {
  return Number.isNaN(value) || typeof value !== 'number' ? otherwise : Math.round(value)
}
