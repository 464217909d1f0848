const chosenSelector = ':is([aria-current="true"], [aria-current="page"], [aria-pressed="true"])'
const itemSelector = 'a[href], button:not(:disabled)'

/**
 * Makes a list of links and buttons one stop of the tab key: the chosen one, else the one that had
 * the focus last, else the first. Arrow keys, Home and End move inside; what is added or removed
 * later counts too. What opens beside the list (`data-tab-stops`) keeps its own stops. To be given
 * as `ref` to the element around the list.
 */
export function rovingFocus(list: HTMLElement | null): (() => void) | undefined {
  return list ? rove(list, ['ArrowDown', 'ArrowUp']) : undefined
}

/** The same for buttons beside each other: the left and the right arrow key move. */
export function rovingRow(row: HTMLElement | null): (() => void) | undefined {
  return row ? rove(row, ['ArrowRight', 'ArrowLeft']) : undefined
}

type Keys = readonly [next: string, previous: string]

function rove(list: HTMLElement, keys: Keys): () => void {
  let last: Element | null = null
  const items = () =>
    [...list.querySelectorAll<HTMLElement>(itemSelector)].filter(
      (item) => item.checkVisibility() && !item.closest('[data-tab-stops]'),
    )
  const update = () => {
    const all = items()
    const stop =
      all.find((item) => item === last) ??
      all.find((item) => item.matches(chosenSelector)) ??
      all[0]
    for (const item of all) {
      const tabIndex = item === stop ? 0 : -1
      if (item.tabIndex !== tabIndex) item.tabIndex = tabIndex
    }
  }
  const enter = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return
    last = target.closest(itemSelector)
    update()
  }
  const move = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const next = itemAt(items(), event.key, keys)
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  const observer = new MutationObserver(() => {
    if (last?.isConnected !== true || !list.contains(document.activeElement)) last = null
    update()
  })
  observer.observe(list, {
    ...{ childList: true, subtree: true },
    attributeFilter: ['aria-current', 'aria-pressed', 'disabled'],
  })
  list.addEventListener('focusin', enter)
  list.addEventListener('keydown', move)
  update()
  return () => {
    observer.disconnect()
    list.removeEventListener('focusin', enter)
    list.removeEventListener('keydown', move)
  }
}

function itemAt(
  all: readonly HTMLElement[],
  key: string,
  [next, previous]: Keys,
): HTMLElement | undefined {
  const at = all.findIndex((item) => item === document.activeElement)
  if (key === next) return all[Math.min(all.length - 1, at + 1)]
  if (key === previous) return all[Math.max(0, at - 1)]
  if (key === 'Home') return all[0]
  return key === 'End' ? all.at(-1) : undefined
}
