import type { DragDropManager } from '@dnd-kit/dom'
import { useCallback, useEffect, useRef, type RefObject } from 'react'
import { autoScroll } from '#kit/ui/grid/gestures/auto-scroll.ts'

/**
 * Scrolls the page while a pointer holds something near the upper or lower edge of it, as a grid
 * does; never the list that it comes from. Keys go from area to area without it.
 */
export function usePageScroll(page: RefObject<HTMLElement | null>) {
  const stop = useRef<(() => void) | null>(null)
  const end = useCallback(() => {
    stop.current?.()
    stop.current = null
  }, [])
  useEffect(() => end, [end])
  const begin = ({ dragOperation }: DragDropManager, onScroll: () => void) => {
    end()
    const pane = page.current
    if (!pane || dragOperation.activatorEvent instanceof KeyboardEvent) return
    const pointerY = () => {
      const { x, y } = dragOperation.position.current
      const { left, right } = pane.getBoundingClientRect()
      return x >= left && x <= right ? y : null
    }
    stop.current = autoScroll(pane, pointerY, onScroll)
  }
  return { begin, end }
}
