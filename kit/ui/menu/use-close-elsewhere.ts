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

/**
 * The same for a menu. The tap that closes it does nothing else: a finger lies on what it presses,
 * and on a phone there is hardly a place without a link. A mouse shows what a press would do.
 */
export function useCloseMenuElsewhere(
  root: RefObject<HTMLElement | null>,
  isOpen: boolean,
  close: () => void,
): void {
  useCloseElsewhere(root, isOpen, (event) => {
    close()
    if (event instanceof PointerEvent && event.pointerType !== 'mouse') withholdClick(event.target)
  })
}
