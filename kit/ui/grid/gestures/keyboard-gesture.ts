import { Gesture, type GestureKind } from '../layout/gesture.ts'
import {
  isSamePlace,
  itemOf,
  type GridItem,
  type GridOptions,
  type Layout,
} from '../layout/item.ts'
import type { GridTexts, PlaceWords } from '../texts.ts'
import type { GridSurface } from './grid-surface.ts'

interface HeldItem {
  readonly surface: GridSurface
  readonly start: Layout
  readonly i: string
  readonly name: string
  readonly options: GridOptions
  readonly texts: GridTexts
  readonly announce: (text: string) => void
}

const directions: Readonly<Record<string, readonly [-1 | 0 | 1, -1 | 0 | 1]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** An item that is moved by keyboard: arrows move it, with Shift they change its size. */
export class KeyboardGesture {
  readonly i: string
  #gesture: Gesture
  readonly #held: HeldItem

  constructor(held: HeldItem) {
    this.i = held.i
    this.#held = held
    this.#gesture = new Gesture(held.start, held.i, 'move', held.options)
    const element = held.surface.elementOf(held.i)
    if (element) element.dataset.held = ''
    held.announce(held.texts.lifted(held.name, wordsOf(this.item)))
  }

  get item(): GridItem {
    return this.#gesture.item
  }

  /** Takes the key of a step; returns whether it was one. */
  step(key: string, isResizing: boolean): boolean {
    const direction = directions[key]
    if (!direction) return false
    const { surface, texts, announce, options } = this.#held
    const kind: GestureKind = isResizing ? 'resize' : 'move'
    if (this.#gesture.kind !== kind)
      this.#gesture = new Gesture(this.#gesture.layout, this.i, kind, options)
    const hasMoved = this.#gesture.step(...direction)
    surface.show(this.#gesture.layout)
    surface.elementOf(this.i)?.scrollIntoView({ block: 'nearest' })
    const place = wordsOf(this.item)
    const done = isResizing ? texts.resizedTo(place) : texts.movedTo(place)
    announce(hasMoved ? done : texts.atEdge)
    return true
  }

  /** Puts the item down where it is, and returns the layout; null when nothing has changed. */
  drop(): Layout | null {
    const { texts, name, announce, start } = this.#held
    announce(texts.dropped(name, wordsOf(this.item)))
    this.#release()
    const before = itemOf(start, this.i)
    return before && isSamePlace(this.item, before) ? null : this.#gesture.layout
  }

  cancel(): void {
    const { texts, name, announce } = this.#held
    announce(texts.cancelled(name))
    this.#release()
  }

  #release(): void {
    const element = this.#held.surface.elementOf(this.i)
    if (element) delete element.dataset.held
    this.#held.surface.restore()
  }
}

export function wordsOf({ x, y, w, h }: GridItem): PlaceWords {
  return { column: x + 1, row: y + 1, width: w, height: h }
}
