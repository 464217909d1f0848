import { followPointer, type PointerPlace } from '../gestures/follow-pointer.ts'
import { autoScroll } from '../gestures/auto-scroll.ts'
import { GridSurface } from '../gestures/grid-surface.ts'
import { dropped } from '../layout/change.ts'
import { itemOf, type Cell, type GridItem } from '../layout/item.ts'
import { cellHolding } from '../layout/pixels.ts'
import { firstFree } from '../layout/place.ts'
import { targetAt, type Drop, type DropTarget, type OutsideItem } from './drop-targets.ts'

interface Hover {
  readonly target: DropTarget
  readonly surface: GridSurface
  readonly stopScrolling: () => void
  drop: Drop | null
}

/**
 * Drags something from outside into the grids of the page that take it (`onDropped`), from a press
 * on: to be called for `pointerdown`. What is pressed needs `touch-action: none` for fingers.
 */
export function beginOutsideDrag(start: PointerEvent, item: OutsideItem): void {
  let ghost: HTMLElement | null = null
  let hover: Hover | null = null
  const leave = () => {
    hover?.stopScrolling()
    hover?.surface.restore()
    if (hover) delete hover.surface.root.dataset.gesture
    hover = null
  }
  const follow = (pointer: PointerPlace) => {
    if (ghost) ghost.style.translate = `${pointer.clientX}px ${pointer.clientY}px`
    const target = targetAt(pointer)
    if (target !== (hover?.target ?? null)) leave()
    if (!target) return
    hover ??= {
      target,
      surface: new GridSurface(target.root, target.state().layout),
      stopScrolling: autoScroll(
        target.root,
        () => pointer.clientY,
        () => follow(pointer),
      ),
      drop: null,
    }
    hover.surface.root.dataset.gesture = 'drop'
    hover.drop = dropAt(target, item, pointer)
    hover.surface.show(hover.drop?.layout ?? target.state().layout)
    hover.surface.markPlace(hover.drop?.item ?? null)
  }
  followPointer(start, {
    onBegin() {
      ghost = ghostOf(item.name)
    },
    onMove: follow,
    onEnd(isDone) {
      ghost?.remove()
      const at = hover
      leave()
      if (isDone && at) at.target.state().onDropped?.(item, at.drop)
    },
  })
}

/** Where the item would lie in this grid with its corner in the cell under the pointer. */
function dropAt(target: DropTarget, item: OutsideItem, pointer: PointerPlace): Drop | null {
  const { layout, options } = target.state()
  const { left, top, width } = target.root.getBoundingClientRect()
  const { i, w, h, minW, minH, maxW, maxH } = item
  const outside: GridItem = { ...{ i, w, h, minW, minH, maxW, maxH }, x: 0, y: 0 }
  const cell: Cell = target.isNarrow()
    ? firstFree(layout, outside, options)
    : cellHolding({ left: pointer.clientX - left, top: pointer.clientY - top }, width, options)
  const after = dropped(layout, outside, cell, options)
  const placed = after && itemOf(after, i)
  return after && placed ? { item: placed, layout: after } : null
}

function ghostOf(name: string): HTMLElement {
  const ghost = document.createElement('div')
  ghost.className = 'grid-ghost panel'
  ghost.textContent = name
  ghost.setAttribute('aria-hidden', 'true')
  document.body.append(ghost)
  return ghost
}
