import { useEffect, useMemo, useState } from 'react'

/**
 * Whether the panel covers the screen; Escape ends it, unless the chart took it for the way back
 * from a zoom, and the page behind does not scroll.
 */
export function useFullScreen(isZoomed: boolean) {
  const [isFullScreen, setFullScreen] = useState(false)
  useEffect(() => {
    if (!isFullScreen) return
    const { overflow } = document.body.style
    document.body.style.overflow = 'hidden'
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !(event.defaultPrevented && isZoomed)) setFullScreen(false)
    }
    document.addEventListener('keydown', leave)
    return () => {
      document.body.style.overflow = overflow
      document.removeEventListener('keydown', leave)
    }
  }, [isFullScreen, isZoomed])
  return useMemo(() => [isFullScreen, setFullScreen] as const, [isFullScreen])
}
