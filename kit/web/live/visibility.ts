type Told = (visible: boolean) => void

const told = new WeakMap<Element, Told>()
let observer: IntersectionObserver | undefined

/**
 * Tells whether an element is on the screen or about to be, now and whenever that changes. Returns
 * the end of it.
 */
export function whenVisible(element: Element, tell: Told): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const entry of entries) told.get(entry.target)?.(entry.isIntersecting)
    },
    { rootMargin: '100px' },
  )
  told.set(element, tell)
  observer.observe(element)
  return () => {
    told.delete(element)
    observer?.unobserve(element)
  }
}
