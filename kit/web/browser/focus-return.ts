/** Places where the focus was: as many as menus and dialogs open each other. */
const maximumPlaces = 12

function canTakeFocus(element: Element): element is HTMLElement {
  return (
    element instanceof HTMLElement &&
    element.isConnected &&
    !element.matches(':disabled') &&
    element.checkVisibility()
  )
}

/** Known while it is there: what went away has no parents any more. */
const isInMain = (place: HTMLElement) => place.closest('main') !== null

/**
 * Whoever works with keys is never left without a place: when the element with the focus goes away
 * (a dialog that closes, a menu, a row), the focus returns to the last one before it that is still
 * there, and without any to the main area. From a screen that gave way to another, with all that
 * was on it, it does not fall back to the menu beside it. Returns the way to stop.
 */
export function startFocusReturn(): () => void {
  const places: { readonly element: HTMLElement; readonly isOfScreen: boolean }[] = []
  let isPointer = false
  const enter = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === document.body) return
    places.push({ element: target, isOfScreen: isInMain(target) })
    if (places.length > maximumPlaces) places.shift()
  }
  const isLost = () =>
    document.hasFocus() && !isPointer && (document.activeElement ?? document.body) === document.body
  const restore = () => {
    // Who leaves the page, or takes the focus from an element that stays, means it.
    const last = places.at(-1)
    if (!isLost() || last === undefined || canTakeFocus(last.element)) return
    const main = document.querySelector('main')
    const before = places.filter(({ isOfScreen }) => isOfScreen || !last.isOfScreen)
    for (const place of [...before.map(({ element }) => element).toReversed(), main]) {
      if (place === null || !canTakeFocus(place)) continue
      place.focus({ preventScroll: place === main })
      if (document.activeElement === place) return
    }
  }
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget === null) setTimeout(restore)
  }
  const press = () => (isPointer = true)
  const type = () => (isPointer = false)
  const options = { capture: true, passive: true }
  document.addEventListener('focusin', enter, options)
  document.addEventListener('focusout', leave, options)
  document.addEventListener('pointerdown', press, options)
  document.addEventListener('keydown', type, options)
  // A browser that says nothing of an element that went away.
  document.addEventListener('keyup', restore, options)
  return () => {
    document.removeEventListener('focusin', enter, options)
    document.removeEventListener('focusout', leave, options)
    document.removeEventListener('pointerdown', press, options)
    document.removeEventListener('keydown', type, options)
    document.removeEventListener('keyup', restore, options)
  }
}
