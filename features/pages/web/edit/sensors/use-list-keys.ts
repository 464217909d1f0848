import type { KeyboardEvent } from 'react'

const lineSelector = '[data-line]'

/**
 * Arrow keys, Home, End and the page keys go from line to line of a list of which only a part is
 * drawn: what is not there yet is scrolled into sight first.
 */
export function useListKeys(count: number, rowHeight: number) {
  return {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return
      const line =
        event.target instanceof Element ? event.target.closest<HTMLElement>(lineSelector) : null
      const scroller = event.currentTarget
      if (!line || !scroller.contains(line)) return
      const at = Number(line.dataset['line'])
      const page = Math.max(1, Math.floor(scroller.clientHeight / rowHeight) - 1)
      const next = nextLine(event.key, at, { count, page })
      if (next === null) return
      event.preventDefault()
      goTo(scroller, next, { rowHeight, step: next < at ? -1 : 1 })
    },
  }
}

function nextLine(
  key: string,
  at: number,
  { count, page }: { readonly count: number; readonly page: number },
): number | null {
  const steps: Readonly<Record<string, number>> = {
    ...{ ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + page, PageUp: at - page },
    ...{ Home: 0, End: count - 1 },
  }
  const wanted = steps[key]
  return wanted === undefined ? null : Math.max(0, Math.min(wanted, count - 1))
}

/** Lines without anything to press are passed by. */
function goTo(
  scroller: HTMLElement,
  line: number,
  { rowHeight, step }: { readonly rowHeight: number; readonly step: number },
): void {
  const top = line * rowHeight
  if (top < scroller.scrollTop) scroller.scrollTop = top
  const bottom = top + rowHeight - scroller.clientHeight
  if (bottom > scroller.scrollTop) scroller.scrollTop = bottom
  // The rows of the new place are drawn in the next frame.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const target = scroller.querySelector<HTMLElement>(`[data-line="${line}"] [data-lift]`)
      if (target) target.focus({ preventScroll: true })
      else if (scroller.querySelector(`[data-line="${line}"]`) && (line > 0 || step > 0))
        goTo(scroller, line + step, { rowHeight, step })
    }),
  )
}
