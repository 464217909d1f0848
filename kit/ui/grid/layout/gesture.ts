import { moved, resized } from './change.ts'
import {
  bottomOf,
  isSamePlace,
  itemOf,
  type Cell,
  type GridItem,
  type GridOptions,
  type Layout,
  type Size,
} from './item.ts'

export type GestureKind = 'move' | 'resize'

/** What a gesture has changed, when it has. */
export interface Outcome {
  readonly kind: GestureKind
  readonly item: GridItem
  readonly layout: Layout
}

/**
 * One move or change of size, from its beginning to its end. Where the item is now depends on where
 * it began and where it is held, never on the way between them.
 */
export class Gesture {
  readonly i: string
  readonly kind: GestureKind
  readonly start: Layout
  #layout: Layout
  readonly #options: GridOptions

  constructor(start: Layout, i: string, kind: GestureKind, options: GridOptions) {
    this.start = start
    this.i = i
    this.kind = kind
    this.#layout = start
    this.#options = options
  }

  /** As it would be, ended now. */
  get layout(): Layout {
    return this.#layout
  }

  /** The item as it would be, ended now. */
  get item(): GridItem {
    const item = itemOf(this.#layout, this.i)
    if (!item) throw new Error(`no item "${this.i}" in the layout`)
    return item
  }

  /** The item is held over this cell. Returns whether anything is elsewhere now. */
  moveTo(cell: Cell): boolean {
    return this.#take(moved(this.start, this.i, cell, this.#options), cell)
  }

  /** The item is pulled to this size. Returns whether anything is elsewhere now. */
  resizeTo(size: Size): boolean {
    return this.#take(resized(this.start, this.i, size, this.#options), null)
  }

  /**
   * One step of the keyboard: to the nearest place, or size, in this direction that differs.
   * Returns whether there is one.
   */
  step(across: -1 | 0 | 1, down: -1 | 0 | 1): boolean {
    const from = this.item
    const farthest = across === 0 ? bottomOf(this.start) + from.h : this.#options.colNum
    let nearest: { readonly layout: Layout; readonly way: number } | null = null
    for (let distance = 1; distance <= farthest && nearest?.way !== 1; distance++) {
      const layout = this.#stepped(from, across * distance, down * distance)
      const item = itemOf(layout, this.i)
      const way = item ? wayBetween(from, item, this.kind, across, down) : 0
      if (way > 0 && way < (nearest?.way ?? Infinity)) nearest = { layout, way }
    }
    if (nearest) this.#layout = nearest.layout
    return nearest !== null
  }

  /** Back to how it began. */
  cancel(): void {
    this.#layout = this.start
  }

  /** What has changed; null when the item is as it was. */
  end(): Outcome | null {
    const before = itemOf(this.start, this.i)
    if (!before || isSamePlace(before, this.item)) return null
    return { kind: this.kind, item: this.item, layout: this.#layout }
  }

  #stepped({ x, y, w, h }: GridItem, across: number, down: number): Layout {
    const { start, i } = this
    return this.kind === 'move'
      ? moved(start, i, { x: x + across, y: y + down }, this.#options)
      : resized(start, i, { w: w + across, h: h + down }, this.#options)
  }

  #take(next: Layout, wanted: Cell | null): boolean {
    const before = this.#layout
    const isRefused = next === this.start && wanted !== null && !this.#isStart(wanted)
    // Over a place that is taken the item stays where it was last free.
    this.#layout = isRefused && !this.#options.compacts ? before : next
    return this.#layout !== before
  }

  #isStart(wanted: Cell): boolean {
    const item = itemOf(this.start, this.i)
    return item?.x === Math.round(wanted.x) && item.y === Math.round(wanted.y)
  }
}

/** How many columns or rows `to` is ahead of `from` in this direction; negative: behind it. */
function wayBetween(
  from: GridItem,
  to: GridItem,
  kind: GestureKind,
  across: number,
  down: number,
): number {
  return kind === 'resize'
    ? (to.w - from.w) * across + (to.h - from.h) * down
    : (to.x - from.x) * across + (to.y - from.y) * down
}
