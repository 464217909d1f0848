/** Whether an element shows only a part of its text, with an ellipsis. */
function isShortened(element: Element): boolean {
  return (
    element.scrollWidth > element.clientWidth &&
    getComputedStyle(element).textOverflow === 'ellipsis'
  )
}

/**
 * Shows the whole text of whatever is shortened with an ellipsis while the pointer is on it, unless
 * it has a title of its own: once for all screens of the document.
 */
export function startFullText(): void {
  let shown: HTMLElement | null = null
  document.addEventListener(
    'pointerover',
    ({ target }) => {
      shown?.removeAttribute('title')
      shown = null
      if (!(target instanceof HTMLElement) || target.closest('[title]') !== null) return
      const shortened = [target, target.parentElement].find(
        (element) => element !== null && isShortened(element),
      )
      if (!shortened) return
      shown = shortened
      shown.title = shown.innerText
    },
    { passive: true },
  )
}
