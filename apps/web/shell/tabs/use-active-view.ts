import { useRouterState } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import { useSession } from '../../../../features/session/web/session/use-session.ts'
import { plainPath, screenAt, type RouteTable } from '../../routes/route-table.ts'
import { useIsTableComplete, useRouteTable } from '../../routes/use-routes.ts'
import { openTabs, visitTab } from './tab-store.ts'

interface ActiveView {
  /**
   * Path of the view that is shown; undefined while its code is on the way, or when it could not be
   * opened.
   */
  readonly active: string | undefined
  readonly table: RouteTable
}

/**
 * Updates the tabs with the address and with the person, and returns the view to show.
 */
export function useActiveView(): ActiveView {
  const table = useRouteTable()
  const isComplete = useIsTableComplete()
  const person = useSession()
  const active = useRouterState({ select: shownPath })
  const href = useRouterState({ select: shownAddress })
  useLayoutEffect(() => {
    if (person) openTabs(person, table, isComplete)
  }, [person, table, isComplete])
  useLayoutEffect(() => {
    if (href === undefined || active === undefined) return
    const screen = screenAt(active, table)?.screen
    if (screen)
      visitTab({
        path: active,
        href,
        title: screen.title,
        affix: screen.affix ?? false,
        noCache: screen.noCache ?? false,
      })
  }, [href, active, table])
  return { active, table }
}

interface RouterView {
  readonly matches: readonly { readonly pathname: string; readonly status: string }[]
  readonly location: { readonly href: string; readonly pathname: string }
}

/** The path whose screen can be shown: the router has its code and has let the person in. */
function shownPath({ matches }: RouterView): string | undefined {
  const last = matches.at(-1)
  return last?.status === 'success' ? plainPath(last.pathname) : undefined
}

/**
 * The full address of the screen that is shown. Undefined while the address is another one's
 * already: a visit then would drop what follows the path, and open a tab again that was just
 * closed.
 */
function shownAddress(view: RouterView): string | undefined {
  return shownPath(view) === plainPath(view.location.pathname) ? view.location.href : undefined
}
