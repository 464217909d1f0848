import type { KeyboardEvent } from 'react'

const lineSelector = '[data-line]'
/** A busy page draws rows that late. */
const maximumFrames = 60
const usualTarget = '[data-lift]'

/**
 * Arrow keys, Home, End and the page keys go from line to line of a list of which only a part is
 * drawn: what is not there yet is scrolled into sight first. `target` selects what of a line takes
 * the focus.
 */
export function useListKeys(count: number, rowHeight: number, target = usualTarget) {
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
      goTo(scroller, next, { rowHeight, step: next < at ? -1 : 1, target })
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

/** Where a line is waited for: the last key is the one that counts. */
const waiting = new WeakMap<HTMLElement, number>()

interface Going {
  readonly rowHeight: number
  readonly step: number
  readonly target: string
}

/** Lines without anything to press are passed by. */
function goTo(scroller: HTMLElement, line: number, going: Going): void {
  const { rowHeight, step, target } = going
  cancelAnimationFrame(waiting.get(scroller) ?? 0)
  const top = line * rowHeight
  if (top < scroller.scrollTop) scroller.scrollTop = top
  // A head that sticks to the top of the list is above its first line, and stays.
  const head = Number.parseFloat(getComputedStyle(scroller).scrollPaddingTop) || 0
  const bottom = head + top + rowHeight - scroller.clientHeight
  if (bottom > scroller.scrollTop) scroller.scrollTop = bottom
  focusLine(maximumFrames)

  /** The rows of the new place are drawn in one of the next frames. */
  function focusLine(frames: number): void {
    const frame = requestAnimationFrame(() => {
      const place = scroller.querySelector(`[data-line="${line}"]`)
      const button = place?.querySelector<HTMLElement>(target)
      if (button) button.focus({ preventScroll: true })
      else if (place && (line > 0 || step > 0)) goTo(scroller, line + step, going)
      else if (!place && frames > 1) focusLine(frames - 1)
    })
    waiting.set(scroller, frame)
  }
}
