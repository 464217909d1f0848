import { isSamePlace, type Cell, type GridItem, type Layout, type Size } from '../layout/item.ts'

const glideMs = 120

/**
 * The elements of a grid: shows a layout that React does not have, for as long as a gesture lasts.
 * React draws every item once more when the gesture has ended, and none before.
 */
export class GridSurface {
  readonly root: HTMLElement
  #shown: ReadonlyMap<string, GridItem>
  readonly #drawn: Layout

  constructor(root: HTMLElement, drawn: Layout) {
    this.root = root
    this.#drawn = drawn
    this.#shown = new Map(drawn.map((item) => [item.i, item]))
  }

  elementOf(i: string): HTMLElement | null {
    return this.root.querySelector(`:scope > [data-grid-item="${CSS.escape(i)}"]`)
  }

  /** Writes the places of those items that are elsewhere now; `except` is held by the pointer. */
  show(layout: Layout, except: string | null = null): void {
    const elsewhere = layout.flatMap((item) => {
      const before = this.#shown.get(item.i)
      const isStill = item.i === except || before === undefined || isSamePlace(before, item)
      const element = isStill ? null : this.elementOf(item.i)
      return element ? [{ item, element, from: element.getBoundingClientRect() }] : []
    })
    for (const { item, element } of elsewhere) writePlace(element, item)
    for (const { element, from } of elsewhere) glide(element, from)
    const held = except === null ? undefined : this.#shown.get(except)
    this.#shown = new Map(layout.map((item) => [item.i, item.i === except ? (held ?? item) : item]))
  }

  /** Everything as React has drawn it, at once. */
  restore(): void {
    for (const item of this.#drawn) {
      const before = this.#shown.get(item.i)
      if (before === undefined || isSamePlace(before, item)) continue
      const element = this.elementOf(item.i)
      if (element) writePlace(element, item)
    }
    this.#shown = new Map(this.#drawn.map((item) => [item.i, item]))
    this.markPlace(null)
  }

  /** Writes every place as React has drawn it, whatever was written meanwhile. */
  redraw(): void {
    for (const item of this.#drawn) {
      const element = this.elementOf(item.i)
      if (element) writePlace(element, item)
    }
    this.markPlace(null)
  }

  /** Shows where the held item would come to lie; null: nowhere. */
  markPlace(place: (Cell & Size) | null): void {
    const mark = this.root.querySelector<HTMLElement>(':scope > .grid-place')
    if (!mark) return
    mark.hidden = place === null
    if (place) writePlace(mark, place)
  }
}

function writePlace(element: HTMLElement, { x, y, w, h }: Cell & Size): void {
  element.style.setProperty('--x', String(x))
  element.style.setProperty('--y', String(y))
  element.style.setProperty('--w', String(w))
  element.style.setProperty('--h', String(h))
}

/** Lets an element that is elsewhere now come from where it was. */
function glide(element: HTMLElement, from: DOMRect): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const to = element.getBoundingClientRect()
  const transform = `translate(${from.left - to.left}px, ${from.top - to.top}px)`
  element.animate([{ transform }, { transform: 'none' }], { duration: glideMs, easing: 'ease-out' })
}
