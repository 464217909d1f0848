import { useCallback, useState, type RefCallback } from 'react'

const told = new WeakMap<Element, (isNear: boolean) => void>()
let observer: IntersectionObserver | undefined

/** How far from the screen things are made ready, so that scrolling meets no empty place. */
const margin = '900px 0px'

function observe(element: Element, tell: (isNear: boolean) => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) told.get(target)?.(isIntersecting)
    },
    { rootMargin: margin },
  )
  told.set(element, tell)
  observer.observe(element)
  return () => {
    told.delete(element)
    observer?.unobserve(element)
  }
}

/**
 * Whether an element is near the screen. One that holds the keyboard's focus counts as near: it
 * must not be taken away.
 */
export function useNear(atStart: boolean): readonly [isNear: boolean, ref: RefCallback<Element>] {
  const [isNear, setNear] = useState(atStart)
  const ref = useCallback((element: Element | null) => {
    if (!element) return undefined
    return observe(element, (near) => setNear(near || element.contains(document.activeElement)))
  }, [])
  return [isNear, ref]
}
