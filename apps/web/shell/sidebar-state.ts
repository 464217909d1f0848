import { create } from 'zustand'
import { readCookie, writeCookie } from '#kit/web/cookies.ts'
import { isNarrowQuery, useMedia } from '#kit/web/use-media.ts'

const statusCookie = 'sidebarStatus'
/** From 992 to 1279 px the menu folds itself. */
const isMediumQuery = '(min-width: 992px) and (max-width: 1279px)'

interface SidebarState {
  /** Unfolded on a wide screen; kept in the cookie `sidebarStatus`, open unless that says 0. */
  readonly isOpen: boolean
  /** Unfolded by hand where the menu folds itself; forgotten with the page. */
  readonly isOpenOnMedium: boolean
  readonly isDrawerOpen: boolean
}

const useSidebarState = create<SidebarState>(() => ({
  isOpen: readCookie(statusCookie) !== '0',
  isOpenOnMedium: false,
  isDrawerOpen: false,
}))

/** `full`: 210 px. `folded`: 60 px, icons alone. `drawer`: over the page, behind a backdrop. `away`: not to be seen. */
export type SidebarMode = 'full' | 'folded' | 'drawer' | 'away'

/** How the menu is now, with the functions that change it. */
export function useSidebar() {
  const { isOpen, isOpenOnMedium, isDrawerOpen } = useSidebarState()
  const isNarrow = useMedia(isNarrowQuery)
  const isMedium = useMedia(isMediumQuery)
  const isUnfolded = isMedium ? isOpenOnMedium : isOpen
  const mode: SidebarMode = isNarrow ? (isDrawerOpen ? 'drawer' : 'away') : isUnfolded ? 'full' : 'folded'
  return {
    mode,
    toggle: () => {
      if (isNarrow) return useSidebarState.setState({ isDrawerOpen: !isDrawerOpen })
      if (isMedium) return useSidebarState.setState({ isOpenOnMedium: !isOpenOnMedium })
      writeCookie(statusCookie, isOpen ? '0' : '1')
      useSidebarState.setState({ isOpen: !isOpen })
    },
    closeDrawer,
  }
}

function closeDrawer(): void {
  useSidebarState.setState({ isDrawerOpen: false })
}
