const boxSelector = 'input:not(:disabled)'

/**
 * Makes the boxes of a table one stop of the tab key: the one that had the focus last, else the
 * first. Arrow keys go to the next one in the row or the column, Home and End to the ends of the
 * row. To be given as `ref` to the element around the table.
 */
export function rovingTable(around: HTMLElement | null): (() => void) | undefined {
  if (!around) return undefined
  let last: Element | null = null
  const boxes = () => [...around.querySelectorAll<HTMLInputElement>(boxSelector)]
  const update = () => {
    const all = boxes()
    const stop = all.find((box) => box === last) ?? all[0]
    for (const box of all) {
      const tabIndex = box === stop ? 0 : -1
      if (box.tabIndex !== tabIndex) box.tabIndex = tabIndex
    }
  }
  const enter = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || !target.matches(boxSelector)) return
    last = target
    update()
  }
  const move = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const next = event.target instanceof Element ? nextBox(event.target, event.key) : undefined
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  const observer = new MutationObserver(update)
  observer.observe(around, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  around.addEventListener('focusin', enter)
  around.addEventListener('keydown', move)
  update()
  return () => {
    observer.disconnect()
    around.removeEventListener('focusin', enter)
    around.removeEventListener('keydown', move)
  }
}

/** The box that a key leads to from this one: past cells that have none. */
function nextBox(from: Element, key: string): HTMLElement | undefined {
  const cell = from.closest('td')
  const row = cell?.closest('tr')
  if (!cell || !row) return undefined
  const inRow = [...row.cells]
  const before = inRow.slice(0, cell.cellIndex)
  const after = inRow.slice(cell.cellIndex + 1)
  const rows = [...(row.closest('tbody')?.rows ?? [])]
  const at = rows.indexOf(row)
  const column = (those: readonly HTMLTableRowElement[]) =>
    those.flatMap(({ cells }) => cells[cell.cellIndex] ?? [])
  const ways: Readonly<Record<string, readonly HTMLTableCellElement[]>> = {
    ArrowRight: after,
    ArrowLeft: before.toReversed(),
    ArrowDown: column(rows.slice(at + 1)),
    ArrowUp: column(rows.slice(0, at).toReversed()),
    Home: before,
    End: after.toReversed(),
  }
  for (const other of ways[key] ?? []) {
    const box = other.querySelector<HTMLElement>(boxSelector)
    if (box) return box
  }
  return undefined
}
