import { useEffect, type RefObject } from 'react'
import { withholdClick } from './withhold-click.ts'

/**
 * Calls `close` when the pointer or the focus goes elsewhere while something under `root` is open.
 */
export function useCloseElsewhere(
  root: RefObject<HTMLElement | null>,
  isOpen: boolean,
  close: (event: Event) => void,
): void {
  useEffect(() => {
    if (!isOpen) return
    const leave = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) close(event)
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
    }
  }, [root, isOpen, close])
}

/** The same for a menu: the press that closes it does nothing else. */
export function useCloseMenuElsewhere(
  root: RefObject<HTMLElement | null>,
  isOpen: boolean,
  close: () => void,
): void {
  useCloseElsewhere(root, isOpen, (event) => {
    close()
    if (event.type === 'pointerdown') withholdClick(event.target)
  })
}
