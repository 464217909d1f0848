import { TouchGesture, type Finger, type TouchedChart } from './touch-gesture.ts'

const onTouch = (handle: (event: TouchEvent) => void) => (event: Event) => {
  if (event instanceof TouchEvent) handle(event)
}

/**
 * Fingers on `element` do what they do on a chart. Touches and not pointers: a browser that has
 * begun to scroll is not stopped any more, and only a touch that is prevented keeps it from that.
 * Returns the way to stop.
 */
export function watchTouches(element: HTMLElement, chart: TouchedChart): () => void {
  const gesture = new TouchGesture(chart)
  const watching = new AbortController()
  const held = new Set<number>()
  let holding = new AbortController()
  const fingersOf = ({ touches }: TouchEvent): Finger[] => {
    const { left } = chart.area()
    return Array.from(touches)
      .filter(({ identifier }) => held.has(identifier))
      .map(({ clientX, clientY }) => ({ x: clientX - left, y: clientY }))
  }
  const prevent = (event: Event) => event.cancelable && event.preventDefault()
  const move = onTouch((event) => {
    if (gesture.move(fingersOf(event))) prevent(event)
  })
  const end = onTouch((event) => {
    for (const { identifier } of event.changedTouches) held.delete(identifier)
    if (held.size === 0) holding.abort()
    if (gesture.end(fingersOf(event), event.timeStamp)) prevent(event)
  })
  const cancel = () => {
    held.clear()
    holding.abort()
    gesture.cancel()
  }
  const begin = onTouch((event) => {
    const present = new Set(Array.from(event.touches, ({ identifier }) => identifier))
    for (const identifier of held) if (!present.has(identifier)) held.delete(identifier)
    for (const { identifier } of event.changedTouches) held.add(identifier)
    if (holding.signal.aborted) holding = new AbortController()
    // Not on the element: what a finger is on may be drawn anew, and be gone before it is lifted.
    const { target } = event
    const options = { passive: false, signal: holding.signal }
    target?.addEventListener('touchmove', move, options)
    target?.addEventListener('touchend', end, options)
    target?.addEventListener('touchcancel', cancel, options)
    if (gesture.begin(fingersOf(event), event.timeStamp)) prevent(event)
  })
  const { signal } = watching
  element.addEventListener('touchstart', begin, { passive: false, signal })
  // The menu of a long press would take the finger away.
  element.addEventListener('contextmenu', (event) => held.size > 0 && prevent(event), { signal })
  return () => {
    watching.abort()
    cancel()
  }
}
