const fieldSelector = 'input:not([type=hidden]), select, textarea'

/** A box that is drawn in this many frames, or not at all. */
const maximumFrames = 60

/**
 * A dialog that opens with a form in it is opened to be filled in: the focus goes to its first
 * field, and without one to its first button, where a library would leave it on the box around or
 * on the way out. Returns the way to stop.
 */
export function startDialogFocus(): () => void {
  const enter = ({ target, relatedTarget }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || !(relatedTarget instanceof Element)) return
    const dialog =
      target.closest('[aria-modal="true"]') ?? target.querySelector('[aria-modal="true"]')
    // A press on an empty place inside is no opening.
    if (!dialog || dialog.contains(relatedTarget) || target.contains(relatedTarget)) return
    moveOn(target, dialog, maximumFrames)
  }
  document.addEventListener('focusin', enter, { passive: true })
  return () => document.removeEventListener('focusin', enter)
}

/** Waits for what slides in: nothing in it can have the focus before it is drawn. */
function moveOn(from: HTMLElement, dialog: Element, frames: number): void {
  if (document.activeElement !== from) return
  const [field, button] = [first(dialog, fieldSelector), first(dialog, 'button')]
  if (field === undefined && button === undefined) {
    if (frames > 0) requestAnimationFrame(() => moveOn(from, dialog, frames - 1))
    return
  }
  const isBox = from.tabIndex === -1
  if (isBox || (field && from === button)) (field ?? button)?.focus({ preventScroll: true })
}

function first(dialog: Element, selector: string): HTMLElement | undefined {
  return [...dialog.querySelectorAll<HTMLElement>(selector)].find(
    (element) => !element.matches(':disabled, [readonly]') && element.checkVisibility(),
  )
}
