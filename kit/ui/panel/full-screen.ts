/** What is read out wherever it stands; it must not fall silent behind a panel. */
const announcements = '[role=status], [role=alert], [aria-live]'

/**
 * Lets an element fill the page, before everything else, until the returned function is called or
 * Escape is pressed; `onLeave` is called then. Nothing else scrolls or takes the focus meanwhile.
 * The top layer takes it out of whatever it lies in: a grid moves its items by transforms, inside
 * which nothing can be fixed to the screen.
 */
export function fullScreen(element: HTMLElement, onLeave: () => void): () => void {
  const ends = new AbortController()
  const undo = [...stopScrolling(element), ...makeOthersInert(element), enterTopLayer(element)]
  const leave = () => {
    if (ends.signal.aborted) return
    ends.abort()
    for (const step of undo) step()
    onLeave()
  }
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.preventDefault()
      leave()
    },
    { signal: ends.signal },
  )
  return leave
}

function enterTopLayer(element: HTMLElement): () => void {
  element.popover = 'manual'
  element.showPopover()
  return () => {
    if (element.matches(':popover-open')) element.hidePopover()
    element.popover = null
  }
}

function ancestorsOf(element: Element): readonly HTMLElement[] {
  const parent = element.parentElement
  return parent === null ? [] : [parent, ...ancestorsOf(parent)]
}

function stopScrolling(element: HTMLElement): readonly (() => void)[] {
  return ancestorsOf(element)
    .filter((ancestor) => {
      const { overflowY } = getComputedStyle(ancestor)
      return overflowY === 'auto' || overflowY === 'scroll' || ancestor === document.documentElement
    })
    .map((ancestor) => {
      const before = ancestor.style.overflow
      ancestor.style.overflow = 'hidden'
      return () => (ancestor.style.overflow = before)
    })
}

function makeOthersInert(element: HTMLElement): readonly (() => void)[] {
  const around = [element, ...ancestorsOf(element)]
  return around.flatMap(({ parentElement }) =>
    [...(parentElement?.children ?? [])]
      .filter((child) => child instanceof HTMLElement)
      .filter((child) => !around.includes(child) && !child.inert && !child.matches(announcements))
      .map((child) => {
        child.inert = true
        return () => (child.inert = false)
      }),
  )
}
