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

/** What scrolls when this element is to come into view. */
function scrollerOf(element: HTMLElement): Element | null {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    const { overflowY } = getComputedStyle(parent)
    const scrolls = overflowY === 'auto' || overflowY === 'scroll'
    if (scrolls && parent.scrollHeight > parent.clientHeight) return parent
  }
  return document.scrollingElement
}

/**
 * Scrolls while a pointer is held near the edge of what scrolls. `pointerY` is asked for in every
 * frame; `onScroll` is called after each step. Returns the way to stop.
 */
export function autoScroll(
  element: HTMLElement,
  pointerY: () => number,
  onScroll: () => void,
): () => void {
  const scroller = scrollerOf(element)
  let before = performance.now()
  const step = (now: number) => {
    frame = requestAnimationFrame(step)
    if (!scroller) return
    const isPage = scroller === document.scrollingElement
    const { top, bottom } = isPage
      ? { top: 0, bottom: innerHeight }
      : scroller.getBoundingClientRect()
    const by = scrollBy(pointerY(), top, bottom, now - before)
    before = now
    const from = scroller.scrollTop
    if (by === 0) return
    scroller.scrollTop += by
    if (scroller.scrollTop !== from) onScroll()
  }
  let frame = requestAnimationFrame(step)
  return () => cancelAnimationFrame(frame)
}
