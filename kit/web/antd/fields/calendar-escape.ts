import { useRef, type KeyboardEvent } from 'react'

/**
 * Escape closes an open calendar by the field's own handler, and not what is around the field too:
 * a dialog, which the browser would close afterwards, or what else looks for the key.
 */
export function useEscapeOfCalendar() {
  const isOpen = useRef(false)
  const wasOpen = useRef(false)
  return {
    setOpen: (next: boolean) => {
      isOpen.current = next
    },
    keys: {
      onKeyDownCapture: () => {
        wasOpen.current = isOpen.current
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Escape' && wasOpen.current) event.preventDefault()
      },
    },
  }
}
