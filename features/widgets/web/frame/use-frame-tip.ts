import { useCallback, useLayoutEffect, useRef, type RefObject } from 'react'
import { attachTip, refreshTip } from '#kit/ui/tip.ts'
import type { Words } from '../values/words.ts'
import type { SensorView } from './sensor-view.ts'
import { tipRows } from './tip-rows.ts'
import type { AskMedian, ShownMedian } from './use-today-median.ts'

interface FrameTip {
  /** Gives an element the tip; `described` is what a screen reader ties to it. */
  readonly attach: (element: Element, described: Element) => () => void
  /** Writes the tip again if it is open. */
  readonly refresh: () => void
}

interface TipParts {
  readonly words: Words
  readonly askMedian: AskMedian
  /** What is shown besides at a moment, ms UTC. */
  readonly remarksAt?: ((now: number) => readonly string[]) | undefined
}

const noRemarks = () => []

/**
 * The tip of a widget. It says what the widget itself shows, also when that changes while the
 * pointer rests; the median of the day is asked for when it opens.
 */
export function useFrameTip(
  view: RefObject<SensorView | null>,
  { words, askMedian, remarksAt = noRemarks }: TipParts,
): FrameTip {
  const anchor = useRef<Element | null>(null)
  const latest = useRef({ words, askMedian, remarksAt })
  const median = useRef<ShownMedian | undefined>(undefined)
  const rows = useCallback(() => {
    if (!view.current) return []
    const { words: shown, remarksAt: remarks } = latest.current
    return [
      ...tipRows(view.current, shown, median.current),
      ...remarks(view.current.now).map((remark) => [remark] as const),
    ]
  }, [view])
  const refresh = useCallback(() => {
    if (anchor.current) refreshTip(anchor.current, rows)
  }, [rows])
  const rowsWithMedian = useCallback(() => {
    const ask = latest.current.askMedian
    median.current = ask((answer) => {
      // That of another day, or of another moment of it, comes too late.
      if (latest.current.askMedian !== ask) return
      median.current = answer
      refresh()
    })
    return rows()
  }, [rows, refresh])
  useLayoutEffect(() => {
    latest.current = { words, askMedian, remarksAt }
    if (anchor.current) refreshTip(anchor.current, rowsWithMedian)
  }, [words, askMedian, remarksAt, rowsWithMedian])
  const attach = useCallback(
    (element: Element, described: Element) => {
      anchor.current = element
      const detach = attachTip(element, rowsWithMedian, described)
      return () => {
        anchor.current = null
        detach()
      }
    },
    [rowsWithMedian],
  )
  return { attach, refresh }
}
