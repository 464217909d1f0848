import { useEffect, useRef, useState, type RefObject } from 'react'

interface Drawer {
  readonly isOpen: boolean
  readonly open: () => void
  readonly close: () => void
  readonly drawer: RefObject<HTMLElement | null>
  /** The button that opens it. */
  readonly opener: RefObject<HTMLButtonElement | null>
}

/**
 * A drawer that takes the focus when somebody opens it, and gives it back to the button that does.
 * On a narrow screen, where it covers what is below, Escape and a press beside it close it.
 */
export function useDrawer(isNarrow: boolean): Drawer {
  const [isOpen, setOpen] = useState(!isNarrow)
  const drawer = useRef<HTMLElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current === isOpen) return
    wasOpen.current = isOpen
    const target = isOpen ? drawer.current : opener.current
    target?.focus()
  }, [isOpen])
  useEffect(() => {
    if (!isOpen || !isNarrow) return
    const press = ({ target }: PointerEvent) => {
      if (target instanceof Node && !drawer.current?.contains(target)) setOpen(false)
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.preventDefault()
      setOpen(false)
    }
    document.addEventListener('pointerdown', press)
    document.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', press)
      document.removeEventListener('keydown', escape)
    }
  }, [isOpen, isNarrow])
  return { isOpen, open: () => setOpen(true), close: () => setOpen(false), drawer, opener }
}
