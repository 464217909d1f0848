import type { QueryClient } from '@tanstack/react-query'
import { redirect, type ParsedLocation } from '@tanstack/react-router'
import { homeScreen } from '#kit/model/home-screen.ts'
import type { ScreenGroup } from '#kit/web/screens/manifest.ts'
import { markLedAway } from '#kit/web/screens/unsaved-entries.ts'
import { sessionUser } from '../../features/session/web/session/use-session.ts'
import { siteQuery } from '../../features/session/web/session/use-site.ts'
import { features } from './features.ts'
import { menuLinks, menuOf } from './routes/menu.ts'
import { productsQuery } from './routes/query-products.ts'
import {
  groupTarget,
  mayOpen,
  routeTable,
  screenAt,
  type RouteTable,
} from './routes/route-table.ts'
import { hasProducts } from './routes/use-routes.ts'

const to = (path: string) => redirect({ to: path, replace: true })

/** What forms hold stays: nobody asks before an address that is none. */
export function toNotFound(isPreload = false) {
  if (!isPreload) markLedAway()
  return to('/404')
}

/**
 * All screens; those of the products only where the address asks for one and the person can have
 * one.
 */
async function tableFor(client: QueryClient, pathname: string): Promise<RouteTable> {
  const plain = routeTable(features, [])
  const person = sessionUser(client)
  if (screenAt(pathname, plain) !== undefined || person === undefined || !hasProducts(person))
    return plain
  return routeTable(features, (await client.ensureQueryData(productsQuery)).data)
}

/**
 * Stands before every screen, after the session guard: an address that no screen has leads to
 * `/404`, one that the person may not open to `/401`, and a screen that is another site's there.
 */
export async function guardScreen(
  client: QueryClient,
  { pathname }: ParsedLocation,
  isPreload = false,
): Promise<void> {
  const table = await tableFor(client, pathname)
  const person = sessionUser(client)
  const opened = screenAt(pathname, table)
  if (opened === undefined)
    throw isOfSomeProduct(pathname) && person && !hasProducts(person)
      ? to('/401')
      : toNotFound(isPreload)
  const { screen } = opened
  if (person && !mayOpen(person, screen, table)) throw to('/401')
  if (screen.external === undefined || isPreload) return
  const address = screen.external((await client.ensureQueryData(siteQuery)).data)
  if (address !== null) throw redirect({ href: address, replace: true })
}

/** Who may write no product's articles does not see which products there are. */
function isOfSomeProduct(pathname: string): boolean {
  const screens = features.flatMap((feature) => feature.productScreens?.(null) ?? [])
  return screenAt(pathname, { screens }) !== undefined
}

/** The empty path: the dashboard; for people without it the first screen of their menu. */
export async function guardHome(client: QueryClient): Promise<void> {
  const person = sessionUser(client)
  if (person === undefined) return
  const table = routeTable(features, [])
  const dashboard = screenAt(homeScreen, table)?.screen
  if (dashboard && mayOpen(person, dashboard, table)) throw to(homeScreen)
  const { data: site } = await client.ensureQueryData(siteQuery)
  const links = menuLinks(menuOf(person, table, site))
  const first = links.find(({ external }) => external === undefined)
  throw to(first?.path ?? '/401')
}

/** The address of a group leads to the screen that stands for it. */
export async function guardGroup(client: QueryClient, group: ScreenGroup): Promise<void> {
  const person = sessionUser(client)
  if (person === undefined) throw to('/401')
  const products = hasProducts(person) ? (await client.ensureQueryData(productsQuery)).data : []
  throw to(groupTarget(person, group, routeTable(features, products)) ?? '/401')
}
