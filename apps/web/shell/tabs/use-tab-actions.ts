import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { nextActive } from './tab-list.ts'
import { closeAllTabs, closeOtherTabs, closeTab, refreshTab, useTabs } from './tab-store.ts'

/** What can be done with a tab: its path is the argument. Whoever closes the active view sees its neighbour, and without one the home screen. */
export function useTabActions(active: string | undefined) {
  const router = useRouter()
  const client = useQueryClient()
  const go = (href: string) => void router.navigate({ href })
  const after = (step: () => void, shown = active ?? '') => {
    const before = useTabs.getState().views
    step()
    const { views } = useTabs.getState()
    const next = nextActive(before, views, shown)
    if (next?.path !== active) go(next?.href ?? '/')
  }
  return {
    /** Draws the view anew with data fetched anew; the address goes over `/redirect`, so that the router passes all gates again. */
    refresh: (path: string) => {
      const href = useTabs.getState().views.find((view) => view.path === path)?.href ?? path
      refreshTab(path)
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' && queryKey[0] !== 'site' })
      void router.navigate({ href: `/redirect${href}`, replace: path === active })
    },
    close: (path: string) => after(() => closeTab(path)),
    closeOthers: (path: string) => after(() => closeOtherTabs(path), path),
    closeAll: () => after(closeAllTabs),
  }
}
