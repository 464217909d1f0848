import { useCallback, useState, type RefCallback } from 'react'
import { usePrinting } from '#kit/ui/printing.ts'

type Listener = (isNear: boolean) => void

const listeners = new WeakMap<Element, Listener>()
let observer: IntersectionObserver | undefined

/** How far from the screen rows are made ready, so that scrolling meets no empty place. */
const margin = '900px 0px'

function observe(element: Element, listener: Listener): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting)
    },
    { rootMargin: margin },
  )
  listeners.set(element, listener)
  observer.observe(element)
  return () => {
    listeners.delete(element)
    observer?.unobserve(element)
  }
}

/**
 * Whether an element is near the screen. One that holds the keyboard's focus counts as near: it
 * must not be taken away. On paper all is near.
 */
export function useNearViewport(
  atStart: boolean,
): readonly [isNear: boolean, ref: RefCallback<Element>] {
  const [isNear, setNear] = useState(atStart)
  const isPrinting = usePrinting()
  const ref = useCallback((element: Element | null) => {
    if (!element) return undefined
    return observe(element, (near) => setNear(near || element.contains(document.activeElement)))
  }, [])
  return [isNear || isPrinting, ref]
}
