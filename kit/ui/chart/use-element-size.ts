import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { printedWidth, usePrinting } from '../printing.ts'

/** The inner size of an element in CSS pixels, kept up to date; zero before it is laid out. */
export function useElementSize<Kind extends HTMLElement>(): [
  RefObject<Kind | null>,
  { width: number; height: number },
] {
  const element = useRef<Kind>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const target = element.current
    if (!target) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = target
      setSize((before) =>
        before.width === width && before.height === height ? before : { width, height },
      )
    }
    const observer = new ResizeObserver(measure)
    observer.observe(target)
    measure()
    return () => observer.disconnect()
  }, [])
  return [element, size]
}

/** The same for what is drawn to measure: on paper as wide as drawings are there. */
export function useDrawnSize<Kind extends HTMLElement>(): ReturnType<typeof useElementSize<Kind>> {
  const [element, size] = useElementSize<Kind>()
  return [element, usePrinting() ? { ...size, width: printedWidth } : size]
}
