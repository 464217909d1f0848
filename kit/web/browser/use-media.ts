import { useCallback, useSyncExternalStore } from 'react'

/** Under this width the menu is a drawer and screens have one column. */
export const isNarrowQuery = '(max-width: 991px)'

/** Whether a media query matches now; renders again when that changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
