import { create } from 'zustand'
import { readCookie, writeCookie } from '#kit/web/browser/cookies.ts'
import { isNarrowQuery, useMedia } from '#kit/web/browser/use-media.ts'

const statusCookie = 'sidebarStatus'
/** From 992 to 1279 px the menu folds itself. */
const isMediumQuery = '(min-width: 992px) and (max-width: 1279px)'

interface SidebarState {
  /** Unfolded on a wide screen; stored in the cookie `sidebarStatus`, open unless that says 0. */
  readonly isOpen: boolean
  /** Unfolded by hand where the menu folds itself; lost with the page. */
  readonly isOpenOnMedium: boolean
  readonly isDrawerOpen: boolean
  /** The menu goes at once, because what was chosen in it is shown. */
  readonly withoutAnimation: boolean
}

const useSidebarState = create<SidebarState>(() => ({
  isOpen: readCookie(statusCookie) !== '0',
  isOpenOnMedium: false,
  isDrawerOpen: false,
  withoutAnimation: false,
}))

/**
 * `full`: 210 px. `folded`: 60 px, icons alone. `drawer`: over the page, behind a backdrop. `away`:
 * not to be seen.
 */
export type SidebarMode = 'full' | 'folded' | 'drawer' | 'away'

/** How the menu is now, with the functions that change it. */
export function useSidebar() {
  const { isOpen, isOpenOnMedium, isDrawerOpen, withoutAnimation } = useSidebarState()
  const isNarrow = useMedia(isNarrowQuery)
  const isMedium = useMedia(isMediumQuery)
  const isUnfolded = isMedium ? isOpenOnMedium : isOpen
  const mode: SidebarMode = isNarrow
    ? isDrawerOpen
      ? 'drawer'
      : 'away'
    : isUnfolded
      ? 'full'
      : 'folded'
  return {
    mode,
    toggle: () => {
      if (isNarrow)
        return useSidebarState.setState({ isDrawerOpen: !isDrawerOpen, withoutAnimation: false })
      if (isMedium) return useSidebarState.setState({ isOpenOnMedium: !isOpenOnMedium })
      writeCookie(statusCookie, isOpen ? '0' : '1')
      useSidebarState.setState({ isOpen: !isOpen, withoutAnimation: false })
    },
    withoutAnimation,
  }
}

/** Closes the drawer; `withoutAnimation` at once. */
export function closeDrawer(withoutAnimation = false): void {
  if (useSidebarState.getState().isDrawerOpen)
    useSidebarState.setState({ isDrawerOpen: false, withoutAnimation })
}
