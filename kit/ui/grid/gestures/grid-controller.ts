import { Gesture } from '../layout/gesture.ts'
import {
  inReadingOrder,
  isSameLayout,
  isMovable,
  isSizable,
  itemOf,
  type GridItem,
  type GridOptions,
  type Layout,
} from '../layout/item.ts'
import { reordered } from '../layout/reorder.ts'
import { addTarget, type Drop, type OutsideItem } from '../outside/drop-targets.ts'
import type { GridTexts } from '../texts.ts'
import { beginColumnGesture } from './column-gesture.ts'
import { edgesAt, isHandle, type Edges } from './edges.ts'
import { GridSurface } from './grid-surface.ts'
import { KeyboardGesture } from './keyboard-gesture.ts'
import { beginPointerGesture } from './pointer-gesture.ts'
import { TouchHold } from './touch-hold.ts'

/** What a person has changed of a layout, with one gesture. */
export interface GridChange {
  readonly item: GridItem
  readonly isMoved: boolean
  readonly isResized: boolean
}

/** What the grid shows now, and who is notified of changes. */
export interface GridState {
  readonly layout: Layout
  readonly options: GridOptions
  readonly isEditing: boolean
  readonly texts: GridTexts
  readonly nameOf: (i: string) => string
  readonly onChange: (layout: Layout, change: GridChange) => void
  /** Absent: nothing can be dropped into it. */
  readonly onDropped: ((item: OutsideItem, drop: Drop | null) => void) | undefined
}

/** Under this width items lie one below the other. */
const narrowQuery = '(max-width: 991px)'

/** What a person does to the items of one grid with pointer and keyboard: one thing at a time. */
export class GridController {
  #state: GridState
  #root: HTMLElement | null = null
  #giveUp: (() => void) | null = null
  #keyboard: KeyboardGesture | null = null
  readonly #touch = new TouchHold()

  constructor(state: GridState) {
    this.#state = state
  }

  /** The grid is drawn again: what was going on in another layout ends. */
  update(state: GridState): void {
    const before = this.#state
    this.#state = state
    if (this.#root) this.#touch.expect(this.#root, state.isEditing)
    const isOther =
      state.isEditing !== before.isEditing || !isSameLayout(state.layout, before.layout)
    if (!isOther || (!this.#giveUp && !this.#keyboard)) return
    this.cancel()
    if (this.#root) new GridSurface(this.#root, state.layout).redraw()
  }

  /** To be given as `ref` to the element of the grid. */
  readonly attach = (root: HTMLElement | null): (() => void) | undefined => {
    this.#root = root
    if (!root) return undefined
    addTarget({ root, state: () => this.#state, isNarrow: () => matchMedia(narrowQuery).matches })
    const ending = new AbortController()
    const options = { signal: ending.signal }
    root.addEventListener('pointerdown', (event) => this.#press(event), options)
    this.#touch.expect(root, this.#state.isEditing)
    root.addEventListener('keydown', (event) => this.#key(event), options)
    root.addEventListener('keyup', (event) => this.#keyUp(event), options)
    root.addEventListener('click', (event) => this.#click(event), options)
    root.addEventListener('focusout', (event) => this.#leave(event), options)
    return () => {
      this.cancel()
      ending.abort()
      this.#root = null
    }
  }

  /** Gives up what is going on. */
  cancel(): void {
    this.#giveUp?.()
    const keyboard = this.#keyboard
    this.#keyboard = null
    keyboard?.cancel()
  }

  announce(text: string): void {
    const region = this.#root?.querySelector(':scope > [role="status"]')
    // The same words again are read out only when something about them is new.
    if (region) region.textContent = region.textContent === text ? `${text}\u00a0` : text
  }

  #press(event: PointerEvent): void {
    const { isEditing, layout, options } = this.#state
    const element = this.#cellOf(event.target)
    const i = element?.dataset.gridItem
    const item = i === undefined ? undefined : itemOf(layout, i)
    if (!isEditing || !element || !item || event.button !== 0 || !event.isPrimary) return
    if (this.#giveUp || this.#keyboard) return
    const isMoving = isMovable(item, options) && isHandle(event.target as Element)
    const isNarrow = matchMedia(narrowQuery).matches
    const edges = !isNarrow && isSizable(item, options) ? pulledEdges(event, element) : null
    if (edges) this.#hold(event, item, edges)
    else if (isMoving && event.pointerType === 'mouse') this.#move(event, item, element)
    else if (isMoving) this.#moveAfterHold(event, item, element)
  }

  #move(event: PointerEvent, item: GridItem, element: HTMLElement): void {
    if (matchMedia(narrowQuery).matches) this.#holdInColumn(event, item, element)
    else this.#hold(event, item, null)
  }

  /** A finger that swipes over a handle scrolls, as everywhere on the page. */
  #moveAfterHold(event: PointerEvent, item: GridItem, element: HTMLElement): void {
    const begin = () => this.#move(event, item, element)
    this.#giveUp = this.#touch.begin(event, element, begin, () => (this.#giveUp = null))
  }

  #endHold(): void {
    this.#giveUp = null
    this.#touch.end()
  }

  #hold(event: PointerEvent, item: GridItem, edges: Edges | null): void {
    const { layout, options } = this.#state
    if (!this.#root) return
    const surface = new GridSurface(this.#root, layout)
    const gesture = new Gesture(layout, item.i, edges ? 'resize' : 'move', options)
    this.#giveUp = beginPointerGesture(event, {
      ...{ surface, gesture, options, edges },
      onEnd: (isDone) => {
        this.#endHold()
        surface.restore()
        const outcome = isDone ? gesture.end() : null
        if (outcome) this.#change(item, outcome.layout)
      },
    })
  }

  #holdInColumn(event: PointerEvent, item: GridItem, element: HTMLElement): void {
    const { layout, options } = this.#state
    if (!this.#root) return
    this.#giveUp = beginColumnGesture(event, {
      ...{ root: this.#root, element },
      onEnd: (index) => {
        this.#endHold()
        const next = index === null ? layout : reordered(layout, item.i, index, options)
        if (!isSameLayout(next, layout)) this.#change(item, next)
      },
    })
  }

  #key(event: KeyboardEvent): void {
    const cell = this.#cellOf(event.target)
    if (!cell || !isGrip(event.target) || !this.#state.isEditing) return
    if (event.altKey || event.ctrlKey || event.metaKey || !this.#take(event, cell)) return
    event.preventDefault()
    event.stopPropagation()
  }

  /** Some browsers press a button when the space bar is let go, though its press was taken. */
  #keyUp(event: KeyboardEvent): void {
    if (event.key === ' ' && isGrip(event.target) && this.#state.isEditing) event.preventDefault()
  }

  /** Does what the key says on the handle of an item; returns whether it says anything there. */
  #take({ key, shiftKey, repeat }: KeyboardEvent, cell: HTMLElement): boolean {
    if (key === 'Enter' || key === ' ') {
      if (!repeat) this.#toggle(cell)
      return true
    }
    if (this.#keyboard) {
      if (key !== 'Escape') return this.#keyboard.step(key, shiftKey)
      this.cancel()
      return true
    }
    const next = this.#neighbour(cell, key)
    next?.focus()
    return next !== null
  }

  /** A screen reader presses the handle without a key or a pointer. */
  #click(event: MouseEvent): void {
    const cell = this.#cellOf(event.target)
    if (cell && this.#state.isEditing && event.detail === 0 && isGrip(event.target))
      this.#toggle(cell)
  }

  #leave(event: FocusEvent): void {
    if (this.#keyboard && isGrip(event.target)) this.#drop()
  }

  #toggle(cell: HTMLElement): void {
    const { layout, options, texts, nameOf } = this.#state
    if (this.#keyboard) {
      this.#drop()
      return
    }
    const i = cell.dataset.gridItem ?? ''
    if (!this.#root || this.#giveUp || !itemOf(layout, i)) return
    this.#keyboard = new KeyboardGesture({
      ...{ i, options, texts, start: layout, name: nameOf(i) },
      surface: new GridSurface(this.#root, layout),
      announce: (text) => this.announce(text),
    })
  }

  #drop(): void {
    const keyboard = this.#keyboard
    this.#keyboard = null
    const before = keyboard && itemOf(this.#state.layout, keyboard.i)
    const layout = keyboard?.drop()
    if (before && layout) this.#change(before, layout)
  }

  #change(before: GridItem, layout: Layout): void {
    const item = itemOf(layout, before.i)
    if (!item) return
    this.#state.onChange(layout, {
      item,
      isMoved: item.x !== before.x || item.y !== before.y,
      isResized: item.w !== before.w || item.h !== before.h,
    })
  }

  /** The item of this grid, and of none inside it, that an event is about. */
  #cellOf(target: EventTarget | null): HTMLElement | null {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-grid-item]') : null
    return cell?.parentElement === this.#root ? cell : null
  }

  #neighbour(cell: HTMLElement, key: string): HTMLElement | null {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key]
    if (by === undefined) return null
    const order = inReadingOrder(this.#state.layout).map(({ i }) => i)
    const next = order[order.indexOf(cell.dataset.gridItem ?? '') + by]
    const selector = `:scope > [data-grid-item="${CSS.escape(next ?? '')}"] > .grid-grip`
    return this.#root?.querySelector<HTMLElement>(selector) ?? null
  }
}

function isGrip(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('.grid-grip')
}

function pulledEdges(event: PointerEvent, element: HTMLElement): Edges | null {
  const isButton = (event.target as Element).closest('a, button, input, select, textarea')
  if (isButton && !isGrip(isButton)) return null
  return edgesAt(element.getBoundingClientRect(), event)
}
