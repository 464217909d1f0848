import { useEffect, useState } from 'react'
import { margin } from '#kit/ui/chart/plot/plot.ts'
import { useElementSize } from '#kit/ui/chart/use-element-size.ts'
import { maximumWidth } from '../../contract/routes.ts'

/** A drag of the window's edge asks the server only when it rests, ms. */
const restMs = 250

/**
 * The pixels of the screen that a chart inside the element will draw on, and the element's ref. 0
 * before the first layout. The first size counts at once, later ones when they stay.
 */
export function useRequestWidth() {
  const [element, { width }] = useElementSize<HTMLDivElement>()
  const [settled, setSettled] = useState(0)
  const pixels =
    width === 0
      ? 0
      : Math.max(
          1,
          Math.min(
            maximumWidth,
            Math.round((width - margin.left - margin.right) * devicePixelRatio),
          ),
        )
  useEffect(() => {
    if (pixels === 0 || pixels === settled) return
    const timer = setTimeout(() => setSettled(pixels), settled === 0 ? 0 : restMs)
    return () => clearTimeout(timer)
  }, [pixels, settled])
  return [element, settled === 0 ? pixels : settled] as const
}
