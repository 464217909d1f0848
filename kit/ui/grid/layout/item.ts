/** An item of a grid: its place and size in columns and rows, counted from the top left corner. */
export interface GridItem {
  /** Its id, unique in the layout. */
  readonly i: string
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
  readonly minW?: number | undefined
  readonly minH?: number | undefined
  readonly maxW?: number | undefined
  readonly maxH?: number | undefined
  /** It stays where it is, whatever a person or another item does. */
  readonly static?: boolean | undefined
  /** Absent: as the whole grid. */
  readonly isDraggable?: boolean | undefined
  readonly isResizable?: boolean | undefined
}

export type Layout = readonly GridItem[]

/** Columns and rows from the top left corner. */
export interface Cell {
  readonly x: number
  readonly y: number
}

/** In columns and rows. */
export interface Size {
  readonly w: number
  readonly h: number
}

export interface GridOptions {
  readonly colNum: number
  /** No item ends below; Infinity: as many as there are items for. */
  readonly maxRows: number
  /** CSS pixels. */
  readonly rowHeight: number
  /** Between columns and between rows, CSS pixels. */
  readonly margin: readonly [number, number]
  readonly draggable: boolean
  readonly resizable: boolean
  /** Nothing moves, whatever the items say. */
  readonly isStatic: boolean
  /** Whether items rise as far as there is room; without it they stay where they are put. */
  readonly compacts: boolean
}

/** What the product's grids have unless they say otherwise. */
export const defaultOptions: GridOptions = {
  colNum: 12,
  maxRows: Infinity,
  rowHeight: 48,
  margin: [10, 10],
  draggable: true,
  resizable: true,
  isStatic: false,
  compacts: true,
}

/** Rows that an item has at most, and a grid without a limit of its own. */
export const maximumRowsOfItem = 1_000
const maximumRows = 1_000_000

export function rowsOf({ maxRows }: Pick<GridOptions, 'maxRows'>): number {
  return Math.max(
    1,
    Math.min(Number.isNaN(maxRows) ? maximumRows : Math.floor(maxRows), maximumRows),
  )
}

export function isMovable(item: GridItem, options: GridOptions): boolean {
  return !options.isStatic && item.static !== true && (item.isDraggable ?? options.draggable)
}

export function isSizable(item: GridItem, options: GridOptions): boolean {
  return !options.isStatic && item.static !== true && (item.isResizable ?? options.resizable)
}

export function itemOf(layout: Layout, i: string): GridItem | undefined {
  return layout.find((item) => item.i === i)
}

/** How many rows a layout has. */
export function bottomOf(layout: Layout): number {
  return layout.reduce((bottom, { y, h }) => Math.max(bottom, y + h), 0)
}

export function isSamePlace(one: Cell & Size, other: Cell & Size): boolean {
  return one.x === other.x && one.y === other.y && one.w === other.w && one.h === other.h
}

const fieldsOfItem = [
  ...(['i', 'x', 'y', 'w', 'h', 'minW', 'minH', 'maxW', 'maxH'] as const),
  ...(['static', 'isDraggable', 'isResizable'] as const),
] as const

/** Whether two layouts have the same items in the same places, with the same limits. */
export function isSameLayout(one: Layout, other: Layout): boolean {
  if (one === other) return true
  return (
    one.length === other.length &&
    one.every((item, at) => {
      const same = other[at]
      return same !== undefined && fieldsOfItem.every((field) => item[field] === same[field])
    })
  )
}

/** The items from left to right and from top to bottom: as one column has them. */
export function inReadingOrder(layout: Layout): readonly GridItem[] {
  return layout.toSorted((one, other) => one.y - other.y || one.x - other.x)
}
