import { isPrinting, watchPrinting } from '#kit/ui/printing.ts'

type OnChange = (isVisible: boolean) => void

interface Looked {
  readonly onChange: OnChange
  isNear: boolean
}

const looked = new Map<Element, Looked>()
let observer: IntersectionObserver | undefined

/** Those away from the screen are on the paper, too. */
function changePrinting(): void {
  for (const { onChange, isNear } of looked.values()) if (!isNear) onChange(isPrinting())
}

function observe(): IntersectionObserver {
  watchPrinting(changePrinting)
  return new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const each = looked.get(target)
        if (!each) continue
        each.isNear = isIntersecting
        each.onChange(isIntersecting || isPrinting())
      }
    },
    { rootMargin: '100px' },
  )
}

/**
 * Calls back with whether an element is on the screen or about to be, now and whenever that
 * changes, until the returned function is called. While the page is printed, all are.
 */
export function whenVisible(element: Element, onChange: OnChange): () => void {
  const watching = (observer ??= observe())
  looked.set(element, { onChange, isNear: false })
  watching.observe(element)
  return () => {
    looked.delete(element)
    watching.unobserve(element)
  }
}
