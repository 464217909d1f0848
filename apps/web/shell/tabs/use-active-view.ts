import { useRouterState } from '@tanstack/react-router'
import { useEffect, useLayoutEffect } from 'react'
import type { Search } from '#kit/web/address/address.ts'
import { useEndedViews } from '#kit/web/screens/ended-views.ts'
import { detailOf, withoutDetail } from '#kit/web/detail/detail-address.ts'
import { useSession } from '../../../../features/session/web/session/use-session.ts'
import { plainPath, screenAt, type RouteTable } from '../../routes/route-table.ts'
import { useIsTableComplete, useRouteTable } from '../../routes/use-routes.ts'
import { stringifySearch } from '../../routes/search-text.ts'
import { closeEndedTabs, openTabs, visitTab } from './tab-store.ts'

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
  const ended = useEndedViews(({ paths }) => paths)
  useEffect(() => closeEndedTabs(ended, active), [ended, active])
  return { active, table }
}

interface RouterView {
  readonly matches: readonly { readonly pathname: string; readonly status: string }[]
  readonly location: {
    readonly href: string
    readonly pathname: string
    readonly search: Search
  }
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
  const { location } = view
  return shownPath(view) === plainPath(location.pathname) ? hrefWithoutDetail(location) : undefined
}

/** A tab leads to its screen, not to a dialog that was once open over it. */
function hrefWithoutDetail({ href, pathname, search }: RouterView['location']): string {
  return detailOf(search) === null ? href : pathname + stringifySearch(withoutDetail(search))
}
