import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { Rights } from '#kit/model/gate.ts'
import type { ScreenProduct } from '#kit/web/screens/manifest.ts'
import { useSession } from '../../../features/session/web/session/use-session.ts'
import { useSite } from '../../../features/session/web/session/use-site.ts'
import { features } from '../features.ts'
import { menuOf, type Menu } from './menu.ts'
import { productsQuery } from './query-products.ts'
import { mayOpen, routeTable, screenAt, type OpenedScreen, type RouteTable } from './route-table.ts'

const none: readonly ScreenProduct[] = []

/** Whether a person may write articles of products, and so has use for their list. */
export function hasProducts({ roles, permissions }: Rights): boolean {
  return (
    roles.includes('admin') ||
    permissions.some((name) => /^manage .+article$/.test(name) && name !== 'manage article')
  )
}

function useProducts() {
  const person = useSession()
  return useQuery({ ...productsQuery, enabled: person !== undefined && hasProducts(person) })
}

/** All screens, those of the products included once they are known. */
export function useRouteTable(): RouteTable {
  const { data: products = none } = useProducts()
  return useMemo(() => routeTable(features, products), [products])
}

/** Whether the table of routes is all that there will be. */
export function useIsTableComplete(): boolean {
  return !useProducts().isLoading
}

/** The menu of the person who is signed in; undefined on public pages. */
export function useMenu(): Menu | undefined {
  const person = useSession()
  const guideUrl = useSite()?.guideUrl ?? null
  const table = useRouteTable()
  return useMemo(() => person && menuOf(person, table, { guideUrl }), [person, table, guideUrl])
}

/** The screen of the address that is open now; undefined on pages that are none. */
export function useOpenedScreen(): OpenedScreen | undefined {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const table = useRouteTable()
  return useMemo(() => screenAt(path, table), [path, table])
}

/** Whether the person who is signed in may open the screen at a path; not where there is none. */
export function useCanOpen(): (path: string) => boolean {
  const person = useSession()
  const table = useRouteTable()
  return useCallback(
    (path) => {
      const screen = screenAt(path, table)?.screen
      return person !== undefined && screen !== undefined && mayOpen(person, screen, table)
    },
    [person, table],
  )
}
