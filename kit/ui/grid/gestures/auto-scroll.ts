import { stickyHeights } from '../../use-sticky-bar.ts'

/** How near to the edge of what scrolls the pointer makes it scroll, CSS pixels. */
const marginPx = 60
/** CSS pixels a second. */
const speed = 300

/** How far to scroll in this time while the pointer is at `y`, between these edges. */
export function scrollBy(y: number, top: number, bottom: number, elapsedMs: number): number {
  const margin = Math.min(marginPx, (bottom - top) / 3)
  if (y < top + margin) return (-speed * elapsedMs) / 1_000
  return y > bottom - margin ? (speed * elapsedMs) / 1_000 : 0
}

/** What scrolls around this element now; null: nothing but the page. */
function scrollerOf(element: HTMLElement): Element | null {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    const { overflowY } = getComputedStyle(parent)
    const scrolls = overflowY === 'auto' || overflowY === 'scroll'
    if (scrolls && parent.scrollHeight > parent.clientHeight) return parent
  }
  return null
}

/** Where what a scroller shows begins and ends: not under the bars that stick to its edges. */
function edgesOf(scroller: Element): readonly [top: number, bottom: number] {
  const isPage = scroller === document.scrollingElement
  const { top, bottom } = isPage
    ? { top: 0, bottom: innerHeight }
    : scroller.getBoundingClientRect()
  const bars = stickyHeights(scroller)
  return [top + bars.top, bottom - bars.bottom]
}

/**
 * Scrolls while a pointer is held near the edge of what scrolls. `pointerY` is asked for in every
 * frame (null: the pointer is elsewhere); `onScroll` is called after each step. Returns the way to
 * stop.
 */
export function autoScroll(
  element: HTMLElement,
  pointerY: () => number | null,
  onScroll: () => void,
): () => void {
  let own: Element | null = null
  let before = performance.now()
  const step = (now: number) => {
    frame = requestAnimationFrame(step)
    // A grid that has grown by what is held scrolls only now.
    own ??= scrollerOf(element)
    const scroller = own ?? document.scrollingElement
    if (!scroller) return
    const y = pointerY()
    const by = y === null ? 0 : scrollBy(y, ...edgesOf(scroller), now - before)
    before = now
    const from = scroller.scrollTop
    if (by === 0) return
    scroller.scrollTop += by
    if (scroller.scrollTop !== from) onScroll()
  }
  let frame = requestAnimationFrame(step)
  return () => cancelAnimationFrame(frame)
}
