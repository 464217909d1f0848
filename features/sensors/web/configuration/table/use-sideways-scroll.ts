import type { TableRef } from 'antd/es/table'
import { useEffect, type RefObject } from 'react'

/** What the library's type of a position leaves out. */
type ScrollSideways = (to: { readonly left: number }) => void

/**
 * The table moves its columns itself, and does not follow a focus that goes to a cell out of sight
 * or below the fixed columns: the columns follow it here. What the browser moves on its own would
 * leave the heads behind, and is given to the table.
 */
export function useSidewaysScroll(
  box: RefObject<HTMLElement | null>,
  table: RefObject<TableRef | null>,
): void {
  useEffect(() => {
    const element = box.current
    if (!element) return
    const moveBy = (distance: number) => {
      const left = Math.max(0, movedBy(element) + distance)
      if (distance !== 0) (table.current?.scrollTo as ScrollSideways | undefined)?.({ left })
    }
    const takeOver = ({ target }: Event) => {
      if (!(target instanceof HTMLElement) || target.scrollLeft === 0) return
      if (!target.closest('.ant-table-tbody-virtual')) return
      const distance = target.scrollLeft
      target.scrollLeft = 0
      moveBy(distance)
    }
    const follow = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) moveBy(distanceTo(element, target))
    }
    element.addEventListener('scroll', takeOver, true)
    element.addEventListener('focusin', follow)
    return () => {
      element.removeEventListener('scroll', takeOver, true)
      element.removeEventListener('focusin', follow)
    }
  }, [box, table])
}

/** How far the table has moved its columns, in CSS pixels. */
function movedBy(box: HTMLElement): number {
  const inner = box.querySelector<HTMLElement>('.ant-table-tbody-virtual-holder-inner')
  return -Number.parseFloat(inner?.style.marginLeft || '0')
}

/** How far the columns must move so that all of the cell is seen; zero when it is. */
function distanceTo(box: HTMLElement, focused: HTMLElement): number {
  const cell = focused.closest('.ant-table-cell')
  if (!cell || cell.classList.contains('ant-table-cell-fix')) return 0
  const fixed = [...(cell.parentElement?.querySelectorAll('.ant-table-cell-fix-start') ?? [])]
  const start = Math.max(
    box.getBoundingClientRect().left,
    ...fixed.map((each) => each.getBoundingClientRect().right),
  )
  const end = box.getBoundingClientRect().right
  const { left, right } = cell.getBoundingClientRect()
  return left < start ? left - start : Math.max(0, right - end)
}
