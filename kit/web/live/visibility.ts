type OnChange = (isVisible: boolean) => void

const callbacks = new WeakMap<Element, OnChange>()
let observer: IntersectionObserver | undefined

/**
 * Calls back with whether an element is on the screen or about to be, now and whenever that
 * changes, until the returned function is called.
 */
export function whenVisible(element: Element, onChange: OnChange): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const entry of entries) callbacks.get(entry.target)?.(entry.isIntersecting)
    },
    { rootMargin: '100px' },
  )
  callbacks.set(element, onChange)
  observer.observe(element)
  return () => {
    callbacks.delete(element)
    observer?.unobserve(element)
  }
}
