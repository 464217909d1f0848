import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { currentUser, siteInfo } from '#features/accounts/contract/sign-in.ts'
import { queriesExcept } from '#kit/web/calls/query-of.ts'
import { unsavedAmong } from '#kit/web/screens/unsaved-entries.ts'
import { close, closeAll, closeOthers, nextActive, type Views } from './tab-list.ts'
import { closeAllTabs, closeOtherTabs, closeTab, refreshTab, useTabs } from './tab-store.ts'

/** A step that would lose the unsaved entries of some views. */
export interface Loss {
  readonly paths: readonly string[]
  /** Takes the step nevertheless. */
  readonly accept: () => void
}

/**
 * What can be done with a tab: its path is the argument. Whoever closes the active view sees its
 * neighbour, and without one the home screen. `ask` is called instead of a step that would lose
 * unsaved entries.
 */
export function useTabActions(active: string | undefined, ask: (loss: Loss) => void) {
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
  const unlessLost = (dropped: readonly string[], step: () => void) => {
    const paths = unsavedAmong(dropped)
    if (paths.length === 0) step()
    else ask({ paths, accept: step })
  }
  const without = (remaining: Views) =>
    useTabs.getState().views.flatMap((view) => (remaining.includes(view) ? [] : [view.path]))
  const views = () => useTabs.getState().views
  const renew = (path: string) => {
    const href = views().find((view) => view.path === path)?.href ?? path
    refreshTab(path)
    void client.invalidateQueries(queriesExcept(currentUser, siteInfo))
    void router.navigate({ href: `/redirect${href}`, replace: path === active })
  }
  return {
    /**
     * Redraws the view with data fetched again; the address goes over `/redirect`, so that the
     * router passes all gates again.
     */
    refresh: (path: string) => unlessLost([path], () => renew(path)),
    close: (path: string) =>
      unlessLost(without(close(views(), path)), () => after(() => closeTab(path))),
    closeOthers: (path: string) =>
      unlessLost(without(closeOthers(views(), path)), () =>
        after(() => closeOtherTabs(path), path),
      ),
    closeAll: () => unlessLost(without(closeAll(views())), () => after(closeAllTabs)),
  }
}
