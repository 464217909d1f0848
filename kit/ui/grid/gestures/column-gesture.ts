import { autoScroll } from './auto-scroll.ts'
import { followPointer } from './follow-pointer.ts'

interface ColumnGesture {
  readonly root: HTMLElement
  /** The item that is held. */
  readonly element: HTMLElement
  /** Called once, with the place of the item among all; null: it was given up. */
  readonly onEnd: (index: number | null) => void
}

/**
 * Lets an item follow the pointer in a grid whose items lie one below the other, until it is let
 * go. Returns the way to give up.
 */
export function beginColumnGesture(
  start: PointerEvent,
  { root, element, onEnd }: ColumnGesture,
): () => void {
  let column: Column | null = null
  let stopScrolling = () => {}
  return followPointer(start, {
    onBegin(pointer) {
      const held = new Column(root, element, start.clientY)
      column = held
      stopScrolling = autoScroll(
        root,
        () => pointer.clientY,
        () => held.follow(pointer.clientY),
      )
    },
    onMove: ({ clientY }) => column?.follow(clientY),
    onEnd(isDone) {
      stopScrolling()
      column?.release()
      onEnd(isDone && column ? column.index : null)
    },
  })
}

/** The items of a column while one of them is held. */
class Column {
  /** Where the held item would come to lie. */
  index: number
  readonly #root: HTMLElement
  readonly #held: HTMLElement
  readonly #others: readonly HTMLElement[]
  readonly #begin: number
  readonly #from: number
  /** What others give way by, CSS pixels. */
  readonly #room: number

  /** `clientY`: of the press. */
  constructor(root: HTMLElement, held: HTMLElement, clientY: number) {
    const cells = [...root.querySelectorAll<HTMLElement>(':scope > [data-grid-item]')]
    this.#root = root
    this.#held = held
    this.#others = cells.filter((cell) => cell !== held)
    this.#begin = this.index = cells.indexOf(held)
    this.#from = clientY - root.getBoundingClientRect().top
    this.#room = held.offsetHeight + (Number.parseFloat(getComputedStyle(root).rowGap) || 0)
    held.dataset.gesture = 'move'
  }

  follow(clientY: number): void {
    const { offsetTop, offsetHeight } = this.#held
    const moved = clientY - this.#root.getBoundingClientRect().top - this.#from
    const lowest = this.#root.offsetHeight - offsetTop - offsetHeight
    const by = Math.max(-offsetTop, Math.min(moved, lowest))
    this.#held.style.translate = `0 ${by}px`
    // Its foremost edge passes the others: a tall one could not reach both ends otherwise.
    const top = offsetTop + by
    const isBefore = (other: HTMLElement, place: number) =>
      middle(other) < (place < this.#begin ? top : top + offsetHeight)
    this.index = this.#others.filter(isBefore).length
    for (const [place, other] of this.#others.entries())
      other.style.translate = `0 ${this.#shiftOf(place) * this.#room}px`
  }

  release(): void {
    delete this.#held.dataset.gesture
    for (const cell of [this.#held, ...this.#others]) cell.style.removeProperty('translate')
  }

  /** Others make room where the item would come to lie, and close the gap where it lay. */
  #shiftOf(place: number): -1 | 0 | 1 {
    if (place >= this.index && place < this.#begin) return 1
    return place < this.index && place >= this.#begin ? -1 : 0
  }
}

const middle = ({ offsetTop, offsetHeight }: HTMLElement) => offsetTop + offsetHeight / 2
