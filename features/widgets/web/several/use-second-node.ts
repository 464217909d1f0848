import { useCallback, useLayoutEffect, useRef, type RefCallback } from 'react'
import { serverClock } from '#kit/web/clock/server-clock.ts'
import { useHub } from '#kit/web/live/index.ts'
import { whenVisible } from '#kit/web/live/visibility.ts'
import { isPresentHub } from './page-hub.ts'

/**
 * A ref for an element that is written without React: `paint` gets the time (ms UTC) when the
 * element is there and once a second while it is near the screen. It is the moment that the page
 * shows; of the present the server's time, which goes on also while the connection is lost.
 */
export function useSecondNode<Node extends Element>(
  paint: (now: number) => void,
): RefCallback<Node> {
  const hub = useHub()
  const current = useRef(paint)
  const repaint = useRef<(() => void) | null>(null)
  useLayoutEffect(() => {
    current.current = paint
    repaint.current?.()
  }, [paint])
  return useCallback(
    (element: Node | null) => {
      if (!element) return undefined
      const paintNow = () => current.current(isPresentHub(hub) ? serverClock.now() : hub.asOf())
      repaint.current = paintNow
      paintNow()
      let stop = () => {}
      const stopLooking = whenVisible(element, (isVisible) => {
        stop()
        stop = () => {}
        if (!isVisible) return
        paintNow()
        stop = hub.everySecond(paintNow)
      })
      return () => {
        repaint.current = null
        stop()
        stopLooking()
      }
    },
    [hub],
  )
}
