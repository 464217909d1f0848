import { create } from 'zustand'
import { readCookie, writeCookie } from '#kit/web/browser/cookies.ts'
import { isNarrowQuery, useMedia } from '#kit/web/browser/use-media.ts'

const statusCookie = 'sidebarStatus'
/** From 992 to 1279 px the menu is folded unless it was stored as unfolded. */
const isMediumQuery = '(min-width: 992px) and (max-width: 1279px)'

interface SidebarState {
  /** Unfolded or folded by hand; stored in the cookie `sidebarStatus` as 1 or 0. */
  readonly isOpen: boolean | undefined
  readonly isDrawerOpen: boolean
  /** The menu goes at once, because what was chosen in it is shown. */
  readonly withoutAnimation: boolean
}

const useSidebarState = create<SidebarState>(() => ({
  isOpen: storedStatus(),
  isDrawerOpen: false,
  withoutAnimation: false,
}))

function storedStatus(): boolean | undefined {
  const status = readCookie(statusCookie)
  if (status === '1') return true
  return status === '0' ? false : undefined
}

/**
 * `full`: 210 px. `folded`: 60 px, icons alone. `drawer`: over the page, behind a backdrop. `away`:
 * not to be seen.
 */
export type SidebarMode = 'full' | 'folded' | 'drawer' | 'away'

/** How the menu is now, with the functions that change it. */
export function useSidebar() {
  const { isOpen, isDrawerOpen, withoutAnimation } = useSidebarState()
  const isNarrow = useMedia(isNarrowQuery)
  const isMedium = useMedia(isMediumQuery)
  const isUnfolded = isOpen ?? !isMedium
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
      writeCookie(statusCookie, isUnfolded ? '0' : '1')
      useSidebarState.setState({ isOpen: !isUnfolded, withoutAnimation: false })
    },
    withoutAnimation,
  }
}

/** Closes the drawer; `withoutAnimation` at once. */
export function closeDrawer(withoutAnimation = false): void {
  if (useSidebarState.getState().isDrawerOpen)
    useSidebarState.setState({ isDrawerOpen: false, withoutAnimation })
}
