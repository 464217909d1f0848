import { useCallback, type RefCallback } from 'react'

type Edge = 'top' | 'bottom'

/**
 * For a bar that sticks to an edge of what scrolls: its height is known there for as long as it is
 * drawn, so that what has the focus comes to lie beside it (`scroll-padding`), and what is dragged
 * scrolls beside it.
 */
export function useStickyBar(edge: Edge): RefCallback<HTMLElement> {
  return useCallback(
    (bar: HTMLElement | null) => {
      if (!bar) return undefined
      const { style } = document.documentElement
      const observer = new ResizeObserver(() => {
        const away = Number.parseFloat(getComputedStyle(bar)[edge]) || 0
        style.setProperty(nameOf(edge), bar.offsetHeight > 0 ? `${bar.offsetHeight + away}px` : '')
      })
      observer.observe(bar)
      return () => {
        observer.disconnect()
        style.removeProperty(nameOf(edge))
      }
    },
    [edge],
  )
}

/** What sticky bars cover of the edges of an element that scrolls, CSS pixels. */
export function stickyHeights(scroller: Element): Readonly<Record<Edge, number>> {
  const style = getComputedStyle(scroller)
  const heightAt = (edge: Edge) => Number.parseFloat(style.getPropertyValue(nameOf(edge))) || 0
  return { top: heightAt('top'), bottom: heightAt('bottom') }
}

const nameOf = (edge: Edge) => `--sticky-${edge}`
