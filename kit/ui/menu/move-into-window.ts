/** What stays free between a menu and the edges of the window, CSS pixels. */
const edgePx = 8

/** Moves an element so far that the window has all of it, or its start where it is too large. */
export function moveIntoWindow(element: HTMLElement): void {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  const x = shiftWithin(left, right, clientWidth)
  const y = shiftWithin(top, bottom, clientHeight)
  if (x !== 0 || y !== 0) element.style.translate = `${x}px ${y}px`
}

function shiftWithin(start: number, end: number, size: number): number {
  const back = Math.min(0, size - edgePx - end)
  return Math.max(back, edgePx - start)
}
