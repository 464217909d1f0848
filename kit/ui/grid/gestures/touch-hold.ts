/** How long a finger rests on a handle before it drags what it holds. */
const holdMs = 250
/** How far it may move meanwhile, CSS pixels: farther, it scrolls. */
const tolerancePx = 10

/**
 * Calls `onHeld` once the finger of this press has rested for a moment, or `onGivenUp` when it has
 * gone or scrolls. Returns the way to give up.
 */
function awaitHold(start: PointerEvent, onHeld: () => void, onGivenUp: () => void) {
  const ending = new AbortController()
  const options = { signal: ending.signal }
  const end = (next: () => void) => {
    if (ending.signal.aborted) return
    ending.abort()
    clearTimeout(timer)
    next()
  }
  const giveUp = () => end(onGivenUp)
  const timer = setTimeout(() => end(onHeld), holdMs)
  const isOfPress = ({ pointerId }: PointerEvent) => pointerId === start.pointerId
  addEventListener(
    'pointermove',
    (event) => {
      const far = Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY)
      if (isOfPress(event) && far > tolerancePx) giveUp()
    },
    options,
  )
  for (const name of ['pointerup', 'pointercancel'] as const)
    addEventListener(name, (event) => isOfPress(event) && giveUp(), options)
  addEventListener('blur', giveUp, options)
  return giveUp
}

/** Fingers on the handles of one grid: they drag after a rest, and scroll before. */
export class TouchHold {
  #held: HTMLElement | null = null
  readonly #stay = (event: Event) => this.#held && event.preventDefault()

  /** Before a finger comes: a browser that has begun to scroll is not stopped any more. */
  expect(root: HTMLElement, isEditing: boolean): void {
    for (const name of ['touchmove', 'contextmenu'])
      if (isEditing) root.addEventListener(name, this.#stay, { passive: false })
      else root.removeEventListener(name, this.#stay)
  }

  /** Calls `onHeld` once the finger has rested on what `element` is dragged by. */
  begin(start: PointerEvent, element: HTMLElement, onHeld: () => void, onGivenUp: () => void) {
    const hold = () => {
      this.#held = element
      element.dataset.gesture = 'move'
      onHeld()
    }
    return awaitHold(start, hold, onGivenUp)
  }

  end(): void {
    delete this.#held?.dataset.gesture
    this.#held = null
  }
}
