/** How far a pointer moves before a press becomes a drag, CSS pixels. */
const thresholdPx = 3

/** Where the pointer is now; the same object for as long as it is held. */
export interface PointerPlace {
  readonly clientX: number
  readonly clientY: number
}

interface PointerListener {
  readonly onBegin: (pointer: PointerPlace) => void
  /** At most once a frame. */
  readonly onMove: (pointer: PointerPlace) => void
  /** Called once: with whether the pointer was dragged and let go, and not given up. */
  readonly onEnd: (isDone: boolean) => void
}

/**
 * Follows one pointer from its press until it is let go, or given up with Escape. Returns the way
 * to give up.
 */
export function followPointer(start: PointerEvent, listener: PointerListener): () => void {
  const pointer = { clientX: start.clientX, clientY: start.clientY }
  const ending = new AbortController()
  let hasBegun = false
  let frame = 0
  const finish = (isDone: boolean) => {
    if (ending.signal.aborted) return
    ending.abort()
    cancelAnimationFrame(frame)
    // What the last events reported counts, though no frame came after them.
    if (isDone && hasBegun) listener.onMove(pointer)
    listener.onEnd(isDone && hasBegun)
  }
  const move = (event: PointerEvent) => {
    if (event.pointerId !== start.pointerId) return
    pointer.clientX = event.clientX
    pointer.clientY = event.clientY
    if (!hasBegun) {
      const far = Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY)
      if (far < thresholdPx) return
      hasBegun = true
      listener.onBegin(pointer)
    }
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => listener.onMove(pointer))
  }
  const options = { signal: ending.signal }
  addEventListener('pointermove', move, options)
  const endBy = (isDone: boolean) => (event: PointerEvent) => {
    if (event.pointerId === start.pointerId) finish(isDone)
  }
  addEventListener('pointerup', endBy(true), options)
  addEventListener('pointercancel', endBy(false), options)
  addEventListener('blur', () => finish(false), options)
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !hasBegun) return
      event.preventDefault()
      event.stopPropagation()
      finish(false)
    },
    { ...options, capture: true },
  )
  return () => finish(false)
}
