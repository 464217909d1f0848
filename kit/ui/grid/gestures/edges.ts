/** Which edges of an item a person pulls. */
export interface Edges {
  readonly right: boolean
  readonly bottom: boolean
}

/** How near to its edge an item is resized and not moved, CSS pixels. */
const edgeMargin = { fine: 10, coarse: 20 } as const
/** The corner that is marked for both edges, CSS pixels each way: the style sheet draws it so. */
const cornerSide = 20

/**
 * The edges that a press at this place pulls; null for none. A finger is given more room than a
 * mouse.
 */
export function edgesAt(
  box: Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>,
  { clientX, clientY, pointerType }: Pick<PointerEvent, 'clientX' | 'clientY' | 'pointerType'>,
): Edges | null {
  const margin = pointerType === 'mouse' ? edgeMargin.fine : edgeMargin.coarse
  const isInside =
    clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom
  if (!isInside) return null
  const [fromRight, fromBottom] = [box.right - clientX, box.bottom - clientY]
  const isCorner = fromRight <= cornerSide && fromBottom <= cornerSide
  const right = isCorner || fromRight <= margin
  const bottom = isCorner || fromBottom <= margin
  return right || bottom ? { right, bottom } : null
}

/** What keeps its own meaning inside a handle: a press on it drags nothing. */
const ownMeaning =
  'a, button, input, select, textarea, summary, label, [contenteditable], [data-grid-ignore]'

/**
 * Whether a press on `pressed` drags the item that it lies in: on its handles, but for links,
 * buttons and fields in them; never on the body of what it shows.
 */
export function isHandle(pressed: Element): boolean {
  const handle = pressed.closest('[data-grid-handle]')
  if (!handle) return false
  const own = pressed.closest(ownMeaning)
  return own === null || own === handle || own.contains(handle)
}
