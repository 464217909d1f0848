import { useEffect, useRef } from 'react'

/**
 * Keys while something that is no dialog of its own lies over the page. A modal dialog, and whoever
 * has handled a key already, have more right to it. `onKey` returns whether the key was for it.
 */
export function useKeys(onKey: (key: string) => boolean): void {
  const latest = useRef(onKey)
  useEffect(() => {
    latest.current = onKey
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('dialog:modal') !== null) return
      if (latest.current(event.key)) event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
