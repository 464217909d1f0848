import { useCallback, useState, type RefCallback } from 'react'

interface ViewOfList {
  readonly scrollTop: number
  /** Of what is in sight, CSS pixels; and of a row. */
  readonly height: number
  readonly rowHeight: number
}

/** Rows beyond the edges, so that a step of the keys or the wheel meets no empty place. */
const beyond = 8

/** Which of `count` rows are to be drawn. */
export function windowOf(
  count: number,
  { scrollTop, height, rowHeight }: ViewOfList,
): { readonly from: number; readonly until: number } {
  const visible = Math.ceil(height / rowHeight)
  const first = Math.min(Math.floor(scrollTop / rowHeight), Math.max(0, count - visible))
  return { from: Math.max(0, first - beyond), until: Math.min(count, first + visible + beyond) }
}

/** Of rows of one height those that are in sight, as the element is scrolled and sized. */
export function useVisibleRows(count: number, rowHeight: number) {
  const [view, setView] = useState({ scrollTop: 0, height: 600 })
  const ref: RefCallback<HTMLElement> = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const update = () => {
      const { scrollTop, clientHeight: height } = element
      setView((before) =>
        before.scrollTop === scrollTop && before.height === height ? before : { scrollTop, height },
      )
    }
    const sizes = new ResizeObserver(update)
    sizes.observe(element)
    element.addEventListener('scroll', update, { passive: true })
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', update)
    }
  }, [])
  return { ...windowOf(count, { ...view, rowHeight }), ref }
}
