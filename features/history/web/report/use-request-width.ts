import { useCallback, useEffect, useState } from 'react'
import { isPrinting } from '#kit/ui/printing.ts'
import { margin } from '#kit/ui/chart/plot/axes.ts'
import { useElementSize } from '#kit/ui/chart/use-element-size.ts'
import { maximumWidth } from '../../contract/routes.ts'

/** A drag of the window's edge asks the server only when it rests, ms. */
const restMs = 250

/**
 * The pixels of the screen that a chart inside the element will draw on, the element's ref, and
 * what the chart calls with the pixels that it did draw on: how wide its labels are is seen only
 * then, and columns that are not its pixels would not be exact. 0 before the first layout. The
 * first size counts at once, later ones when they stay.
 */
export function useRequestWidth() {
  const [element, { width }] = useElementSize<HTMLDivElement>()
  const [debounced, setDebounced] = useState(0)
  const [drawn, setDrawn] = useState(0)
  const expected = Math.round((width - margin.left - margin.right) * devicePixelRatio)
  const pixels = width === 0 ? 0 : Math.max(1, Math.min(maximumWidth, drawn > 0 ? drawn : expected))
  useEffect(() => {
    if (pixels === 0 || pixels === debounced) return
    const timer = setTimeout(() => setDebounced(pixels), debounced === 0 ? 0 : restMs)
    return () => clearTimeout(timer)
  }, [pixels, debounced])
  const drawnOn = useCallback((count: number) => {
    if (!isPrinting()) setDrawn(count)
  }, [])
  return [element, debounced === 0 ? pixels : debounced, drawnOn] as const
}
