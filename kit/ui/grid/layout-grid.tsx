import {
  memo,
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  type CSSProperties,
  type ReactNode,
} from 'react'
import { useOnce } from '../use-once.ts'
import { GridController, type GridChange } from './gestures/grid-controller.ts'
import {
  inReadingOrder,
  isMovable,
  isSizable,
  defaultOptions,
  type GridItem,
  type GridOptions,
  type Layout,
} from './layout/item.ts'
import type { Drop, OutsideItem } from './outside/drop-targets.ts'
import type { GridTexts } from './texts.ts'
import './layout-grid.css'

export interface LayoutGridProps {
  /** What a screen reader calls the grid. */
  readonly label: string
  /** A normalized layout (`normalizeLayout`): nothing overlaps, all is inside. */
  readonly layout: Layout
  readonly options?: Partial<GridOptions>
  readonly isEditing: boolean
  readonly texts: GridTexts
  /** What an item is called. */
  readonly nameOf: (i: string) => string
  /** Draws an item; drawn again only when the function or the item is another one. */
  readonly renderItem: (item: GridItem) => ReactNode
  /** A person has moved or resized an item; `layout` is all of it, as it should be drawn now. */
  readonly onChange: (layout: Layout, change: GridChange) => void
  /**
   * Something was dropped that `beginOutsideDrag` began; `drop` is null where it has no room.
   * Absent: nothing can be dropped.
   */
  readonly onDropped?: (item: OutsideItem, drop: Drop | null) => void
}

type Style = CSSProperties & Readonly<Record<`--${string}`, number | string>>

/**
 * Items on a grid of columns and rows, which a person moves and resizes with mouse, finger or
 * keyboard while `isEditing`. Under 992 px they lie one below the other, in reading order, and the
 * pointer changes that order. An item is dragged by its own handle, and by whatever in it has
 * `data-grid-handle`; by a finger once it has rested there. Grids may lie inside items.
 */
export function LayoutGrid(props: LayoutGridProps) {
  const { layout, isEditing, texts, nameOf, renderItem, onChange, label } = props
  const options = useMemo(() => ({ ...defaultOptions, ...props.options }), [props.options])
  const instructions = useId()
  const state = { layout, options, isEditing, texts, nameOf, onChange, onDropped: props.onDropped }
  const controller = useOnce(() => new GridController(state))
  useLayoutEffect(() => controller.update(state))
  const attach = useCallback((root: HTMLElement | null) => controller.attach(root), [controller])
  const style: Style = {
    '--columns': options.colNum,
    '--row-height': `${options.rowHeight}px`,
    '--gap-x': `${options.margin[0]}px`,
    '--gap-y': `${options.margin[1]}px`,
    ...(Number.isFinite(options.maxRows) ? { '--least-rows': options.maxRows } : {}),
  }
  return (
    <div
      ref={attach}
      className="layout-grid"
      data-seen-as-whole=""
      role="group"
      aria-label={label}
      data-editing={isEditing || undefined}
      style={style}
    >
      {inReadingOrder(layout).map((item) => (
        <GridCell
          key={item.i}
          item={item}
          renderItem={renderItem}
          handle={isEditing && isChangeable(item, options) ? texts.handle(nameOf(item.i)) : null}
          instructions={instructions}
          isSizable={isEditing && isSizable(item, options)}
        />
      ))}
      <div className="grid-place" aria-hidden="true" hidden />
      {isEditing && (
        <p id={instructions} className="visually-hidden">
          {texts.instructions}
        </p>
      )}
      <div role="status" aria-live="assertive" className="visually-hidden" />
    </div>
  )
}

interface GridCellProps {
  readonly item: GridItem
  readonly renderItem: (item: GridItem) => ReactNode
  /** The name of its handle; null: a person cannot change it now. */
  readonly handle: string | null
  readonly instructions: string
  readonly isSizable: boolean
}

const GridCell = memo(function GridCell(props: GridCellProps) {
  const { item, renderItem, handle, instructions } = props
  const { x, y, w, h } = item
  const style: Style = { '--x': x, '--y': y, '--w': w, '--h': h }
  return (
    <div className="grid-cell" data-grid-item={item.i} style={style}>
      {handle !== null && (
        <button
          type="button"
          className="grid-grip"
          data-grid-handle
          aria-label={handle}
          aria-describedby={instructions}
        />
      )}
      {renderItem(item)}
      {props.isSizable &&
        edges.map((edge) => (
          <span key={edge} className="grid-edge" data-edge={edge} aria-hidden="true" />
        ))}
    </div>
  )
})

const edges = ['right', 'bottom', 'corner'] as const

function isChangeable(item: GridItem, options: GridOptions): boolean {
  return isMovable(item, options) || isSizable(item, options)
}
