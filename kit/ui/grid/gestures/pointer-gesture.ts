import type { Gesture } from '../layout/gesture.ts'
import { sizeFor } from '../layout/clamp.ts'
import { bottomOf, rowsOf, type GridItem, type GridOptions } from '../layout/item.ts'
import { boxOf, cellAt, sizeOf, type Box } from '../layout/pixels.ts'
import { autoScroll } from './auto-scroll.ts'
import type { Edges } from './edges.ts'
import type { GridSurface } from './grid-surface.ts'
import { followPointer, type PointerPlace } from './follow-pointer.ts'

interface PointerGesture {
  readonly surface: GridSurface
  readonly gesture: Gesture
  readonly options: GridOptions
  /** Null: it is moved. */
  readonly edges: Edges | null
  /** Called once, with whether the person has let go and not given up. */
  readonly onEnd: (isDone: boolean) => void
}

/** Lets an item follow the pointer until it is let go. Returns the way to give up. */
export function beginPointerGesture(start: PointerEvent, held: PointerGesture): () => void {
  const { surface, gesture } = held
  const element = surface.elementOf(gesture.i)
  let stopScrolling = () => {}
  let follow: ((pointer: PointerPlace) => void) | null = null
  return followPointer(start, {
    onBegin(pointer) {
      if (!element) return
      follow = edgeOrPlaceFollower(held, element, start)
      surface.root.dataset.gesture = gesture.kind
      element.dataset.gesture = gesture.kind
      surface.markPlace(gesture.item)
      stopScrolling = autoScroll(
        surface.root,
        () => pointer.clientY,
        () => follow?.(pointer),
      )
    },
    onMove: (pointer) => follow?.(pointer),
    onEnd(isDone) {
      stopScrolling()
      delete surface.root.dataset.gesture
      if (element) {
        delete element.dataset.gesture
        for (const property of ['translate', 'width', 'height'])
          element.style.removeProperty(property)
      }
      held.onEnd(isDone)
    },
  })
}

/** Writes where the held item is drawn, and makes the others give way when its cell changes. */
function edgeOrPlaceFollower(
  { surface, gesture, options, edges }: PointerGesture,
  element: HTMLElement,
  start: PointerEvent,
): (pointer: PointerPlace) => void {
  const { root } = surface
  const from = root.getBoundingClientRect()
  const item = gesture.item
  const box = boxOf(item, from.width, options)
  const grip = { x: start.clientX - from.left - box.left, y: start.clientY - from.top - box.top }
  const lowest = { ...item, y: 0, h: lowestRow(gesture, options) }
  const floor = boxOf(lowest, from.width, options).height
  const changed = () => {
    surface.show(gesture.layout, gesture.i)
    surface.markPlace(gesture.item)
  }
  return (pointer) => {
    const { left, top, width } = root.getBoundingClientRect()
    const x = pointer.clientX - left - grip.x
    const y = pointer.clientY - top - grip.y
    if (edges) {
      const [least, most] = limitsOf(item, width, options)
      const wide = clamp(box.width + x - box.left, least.width, most.width)
      const high = clamp(box.height + y - box.top, least.height, most.height)
      const size = {
        width: edges.right ? wide : box.width,
        height: edges.bottom ? high : box.height,
      }
      element.style.width = `${size.width}px`
      element.style.height = `${size.height}px`
      if (gesture.resizeTo(sizeOf(size, width, options))) changed()
      return
    }
    const place = {
      left: clamp(x, 0, width - box.width),
      top: clamp(y, 0, Math.max(0, floor - box.height)),
    }
    element.style.translate = `${place.left - box.left}px ${place.top - box.top}px`
    if (gesture.moveTo(cellAt(place, width, options))) changed()
  }
}

/** The sizes between which an item follows the pointer. */
function limitsOf(item: GridItem, width: number, options: GridOptions): readonly [Box, Box] {
  const boxFor = (cells: number) =>
    boxOf({ x: 0, y: 0, ...sizeFor(item, { w: cells, h: cells }, options) }, width, options)
  return [boxFor(0), boxFor(Infinity)]
}

/** The row at which a dragged item ends at the latest: below all others, inside the grid. */
function lowestRow({ start, item }: Gesture, options: GridOptions): number {
  const others = bottomOf(start.filter(({ i }) => i !== item.i))
  const below = options.compacts || options.maxRows === Infinity ? others + item.h : Infinity
  return Math.min(rowsOf(options), Math.max(below, item.y + item.h))
}

function clamp(value: number, minimum: number, maximum: number): number {
  return Math.max(minimum, Math.min(value, maximum))
}
