import { collides, type LayoutItem } from 'react-grid-layout/core'
import { compacted } from './compact.ts'
import { sound } from './clamp.ts'
import { firstFree } from './place.ts'
import {
  bottomOf,
  isSamePlace,
  rowsOf,
  type Cell,
  type GridItem,
  type GridOptions,
  type Layout,
} from './item.ts'

/** What was wrong with an item as it was stored. */
export type Fault =
  /** It has the id of another one. */
  | 'duplicate'
  /** No whole numbers, or none at all. */
  | 'fractional'
  /** Smaller or larger than it may be. */
  | 'size'
  /** Beyond the columns or rows, or before the first ones. */
  | 'outside'
  /** Upon another one. */
  | 'overlap'

/** Longer ones are not given to items whose own is taken. */
const maximumIdLength = 40

export interface NormalizedLayout {
  /** In the order of the given items. */
  readonly layout: Layout
  /** What was wrong, by the id that the item has in `layout`. */
  readonly faults: ReadonlyMap<string, Fault>
}

/**
 * A layout that can be shown: every item once, of whole cells, inside the grid, none upon another.
 * Items that had nothing wrong and did not move are the same objects. Ids that repeat get a number
 * (`pump-2`), cut to what an id of `maximumIdLength` has room for.
 */
export function normalizeLayout(items: Layout, options: GridOptions): NormalizedLayout {
  const faults = new Map<string, Fault>()
  const named = withOwnIds(items, faults)
  const inside = named.map((item) => {
    const repaired = sound(item, options)
    const fault = repaired === item ? null : faultOf(item, options)
    if (fault !== null && !faults.has(item.i)) faults.set(item.i, fault)
    return repaired
  })
  for (const i of overlapping(inside)) if (!faults.has(i)) faults.set(i, 'overlap')
  const separate = separated(inside, options)
  return { layout: options.compacts ? compacted(separate) : separate, faults }
}

/** Copies for the library, which changes what it is given. */
export function copied(layout: Layout): LayoutItem[] {
  return layout.map(({ i, x, y, w, h, static: isStatic }): LayoutItem => ({
    ...{ i, x, y, w, h },
    ...{ static: isStatic === true, moved: false },
  }))
}

/** The items in the places of `places`; those whose place is the same are the same objects. */
export function adopted(layout: Layout, places: readonly LayoutItem[]): Layout {
  const byId = new Map(places.map((place) => [place.i, place]))
  return layout.map((item) => {
    const place = byId.get(item.i)
    if (place === undefined || isSamePlace(item, place)) return item
    return { ...item, x: place.x, y: place.y, w: place.w, h: place.h }
  })
}

/** Whether two items share a cell. */
export function overlap(one: GridItem, other: GridItem): boolean {
  return collides(one as LayoutItem, other as LayoutItem)
}

function withOwnIds(items: Layout, faults: Map<string, Fault>): Layout {
  const ids = new Set(items.map(({ i }) => i))
  const used = new Set<string>()
  return items.map((item) => {
    if (!used.has(item.i)) {
      used.add(item.i)
      return item
    }
    let number = 2
    const numbered = () => `${item.i.slice(0, maximumIdLength - 6)}-${number}`
    while (ids.has(numbered())) number++
    const i = numbered()
    ids.add(i)
    used.add(i)
    faults.set(i, 'duplicate')
    return { ...item, i }
  })
}

function faultOf(item: GridItem, options: GridOptions): Fault {
  const { x, y, w, h } = item
  if (![x, y, w, h].every(Number.isInteger)) return 'fractional'
  const isInside = x >= 0 && y >= 0 && x + w <= options.colNum && y + h <= rowsOf(options)
  return isInside || w < 1 || h < 1 ? 'size' : 'outside'
}

/** Static ones are there before others, then those that come first in the list. */
function inOrderOfRight(layout: Layout): Layout {
  return layout.toSorted(
    (one, other) => Number(other.static === true) - Number(one.static === true),
  )
}

/** The ids of items that lie upon one that has more right to its place. */
function overlapping(layout: Layout): readonly string[] {
  const before: GridItem[] = []
  return inOrderOfRight(layout).flatMap((item) => {
    const isUpon = before.some((other) => overlap(item, other))
    before.push(item)
    return isUpon ? [item.i] : []
  })
}

/**
 * No item upon another. Where items rise, only static ones are put elsewhere here: the others give
 * way as they rise.
 */
function separated(layout: Layout, options: GridOptions): Layout {
  const placed: GridItem[] = []
  const result = new Map<GridItem, GridItem>()
  for (const item of inOrderOfRight(layout)) {
    const isKept = options.compacts && item.static !== true
    const isUpon = !isKept && placed.some((other) => overlap(item, other))
    const free = isUpon ? { ...item, ...freePlace(item, placed, options) } : item
    placed.push(free)
    result.set(item, free)
  }
  return layout.map((item) => result.get(item) ?? item)
}

/** Where an item goes that lies upon others: where items rise below them, else nearby. */
function freePlace(item: GridItem, placed: Layout, options: GridOptions): Cell {
  if (!options.compacts) return firstFree(placed, item, options, item)
  let { y } = item
  for (;;) {
    const lower = { ...item, y }
    const under = placed.filter((other) => overlap(lower, other))
    if (under.length === 0) break
    y = bottomOf(under)
  }
  return y + item.h <= rowsOf(options) ? { x: item.x, y } : firstFree(placed, item, options)
}
