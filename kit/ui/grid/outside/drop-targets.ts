import type { GridItem, GridOptions, Layout } from '../layout/item.ts'

/** Something that is not in a grid yet; `i` is the id that it would have there. */
export interface OutsideItem extends Omit<GridItem, 'x' | 'y'> {
  /** What is written on it while it is dragged. */
  readonly name: string
}

/** Where something was dropped; `layout` is the target's, with it. */
export interface Drop {
  readonly item: GridItem
  readonly layout: Layout
}

interface TargetState {
  readonly layout: Layout
  readonly options: GridOptions
  readonly isEditing: boolean
  /** `drop` is null where it has no room. */
  readonly onDropped: ((item: OutsideItem, drop: Drop | null) => void) | undefined
}

/** A grid into which something can be dropped. */
export interface DropTarget {
  readonly root: HTMLElement
  readonly state: () => TargetState
  /** Its items lie one below the other. */
  readonly isNarrow: () => boolean
}

const targets = new WeakMap<Element, DropTarget>()

export function addTarget(target: DropTarget): void {
  targets.set(target.root, target)
}

/** The innermost grid at this place that is being edited and takes what is dropped. */
export function targetAt(place: {
  readonly clientX: number
  readonly clientY: number
}): DropTarget | null {
  let element = document.elementFromPoint(place.clientX, place.clientY)
  for (; element; element = element.parentElement) {
    const target = targets.get(element)
    const state = target?.state()
    if (target && state?.isEditing && state.onDropped) return target
  }
  return null
}
