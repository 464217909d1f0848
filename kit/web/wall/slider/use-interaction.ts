import { useEffect, useRef, type RefObject } from 'react'

/** What belongs to the slider says itself what it does. */
const sliderSelector = '.page-slider'

/**
 * Calls back when a person does something with what is in an element: presses, turns the wheel,
 * types. Null: nobody asks.
 */
export function useInteraction(
  element: RefObject<HTMLElement | null>,
  onInteraction: (() => void) | null,
): void {
  const latest = useRef(onInteraction)
  useEffect(() => {
    latest.current = onInteraction
  })
  const isAsked = onInteraction !== null
  useEffect(() => {
    const { current } = element
    if (!current || !isAsked) return undefined
    const notice = ({ target }: Event) => {
      if (target instanceof Element && !target.closest(sliderSelector)) latest.current?.()
    }
    const ends = new AbortController()
    for (const name of ['pointerdown', 'wheel', 'keydown'])
      current.addEventListener(name, notice, { passive: true, signal: ends.signal })
    return () => ends.abort()
  }, [element, isAsked])
}
