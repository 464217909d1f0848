import { useCallback, useState, type RefCallback } from 'react'
import { usePrinting } from './printing.ts'

type Listener = (isNear: boolean) => void

const listeners = new WeakMap<Element, Listener>()
let observer: IntersectionObserver | undefined

/** How far from the screen content is made ready, so that scrolling meets no empty place. */
const margin = '900px 0px'

/**
 * Whether an element is near the screen. One that holds the keyboard's focus counts as near: it
 * must not be taken away. On paper all is near.
 */
export function useNearScreen(
  atStart: boolean,
): readonly [isNear: boolean, ref: RefCallback<Element>] {
  const [isNear, setNear] = useState(atStart)
  const isPrinting = usePrinting()
  const ref = useCallback((element: Element | null) => {
    if (!element) return undefined
    observer ??= new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting)
      },
      { rootMargin: margin },
    )
    const watching = observer
    listeners.set(element, (near) => setNear(near || element.contains(document.activeElement)))
    watching.observe(element)
    return () => {
      listeners.delete(element)
      watching.unobserve(element)
    }
  }, [])
  return [isNear || isPrinting, ref]
}
