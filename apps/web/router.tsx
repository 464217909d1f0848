import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  type ParsedLocation,
} from '@tanstack/react-router'
import { homeScreen } from '#kit/model/home-screen.ts'
import type { ScreenRoute } from '#kit/web/screens/manifest.ts'
import { redirectTarget } from '../../features/session/web/sign-in/redirect-target.ts'
import { ensureSessionUser } from '../../features/session/web/session/use-session.ts'
import { features } from './features.ts'
import { mayOpen, routeTable, screenAt } from './routes/route-table.ts'
import { screenComponent } from './routes/screen-component.tsx'
import { parseSearch, stringifySearch } from './routes/search-text.ts'
import { guardScreen, guardGroup, guardHome, toNotFound } from './screen-guard.ts'
import { guardSession } from './session-guard.ts'
import { DocumentTitle } from './shell/document-title.tsx'
import { NoPermissionPage, NotFoundPage } from './shell/pages/message-pages.tsx'
import { ScreenError, ScreenLoading } from './shell/pages/screen-states.tsx'

const table = routeTable(features, [])

const loadShell = () => import('./shell/shell.tsx')

/**
 * Fetches the code of the page that is going to be shown first, and what it shows, while texts and
 * session are still on their way.
 */
export function prepareFirstPage(client: QueryClient, isSignedIn: boolean): void {
  const asked = screenAt(location.pathname === '/' ? homeScreen : location.pathname, table)?.screen
  const screen = isSignedIn || asked?.gate === 'public' ? asked : screenAt('/login', table)?.screen
  const pieces = [
    ...(screen ? [screenComponent(screen).preload()] : []),
    ...(isSignedIn ? [loadShell()] : []),
    ...(isSignedIn && screen ? [prepareScreen(client, screen)] : []),
  ]
  // Who needs code that could not be fetched asks again, and shows the failure.
  void Promise.allSettled(pieces)
}

async function prepareScreen(client: QueryClient, screen: ScreenRoute): Promise<void> {
  const [code, person] = await Promise.all([screen.load(), ensureSessionUser(client)])
  if (mayOpen(person, screen, table)) code.prepare?.(client)
}

/**
 * All pages: public ones bare, the others inside the shell, each behind the gate that its manifest
 * states.
 */
export function createApplicationRouter(client: QueryClient) {
  const root = createRootRoute({
    beforeLoad: ({ location, preload }) => (preload ? undefined : guardSession(client, location)),
    component: () => (
      <>
        <DocumentTitle />
        <Outlet />
      </>
    ),
    errorComponent: ScreenError,
  })
  const shell = createRoute({
    getParentRoute: () => root,
    id: 'shell',
    component: lazyRouteComponent(loadShell),
  })
  const redirectRoute = (
    path: string,
    beforeLoad: (context: { location: ParsedLocation; preload: boolean }) => Promise<void> | void,
  ) => createRoute({ getParentRoute: () => root, path, beforeLoad })
  const page = (screen: ScreenRoute) =>
    createRoute({
      getParentRoute: () => root,
      path: screen.path,
      component: screenComponent(screen),
      beforeLoad: ({ location }) => guardScreen(client, location),
    })
  const cached = (screen: ScreenRoute) =>
    createRoute({
      getParentRoute: () => shell,
      path: screen.path,
      // The shell draws the screen itself, because it caches it when another one is opened.
      component: Object.assign(() => null, { preload: screenComponent(screen).preload }),
      beforeLoad: ({ location, preload }) => guardScreen(client, location, preload),
    })
  const isPublic = (screen: ScreenRoute) => screen.gate === 'public'
  const shapes = features.flatMap((feature) => feature.productScreens?.(null) ?? [])
  return createRouter({
    routeTree: root.addChildren([
      redirectRoute('/', () => guardHome(client)),
      redirectRoute('/redirect/$', ({ location }) => {
        throw redirect({
          href: redirectTarget(location.href.replace(/^\/redirect/, ''), window.location.origin),
          replace: true,
        })
      }),
      ...[...table.groups.values()].map((group) =>
        redirectRoute(group.path, () => guardGroup(client, group)),
      ),
      redirectRoute('$', ({ preload }) => {
        throw toNotFound(preload)
      }),
      createRoute({ getParentRoute: () => root, path: '/404', component: NotFoundPage }),
      createRoute({ getParentRoute: () => root, path: '/401', component: NoPermissionPage }),
      ...table.screens.filter(isPublic).map(page),
      shell.addChildren(
        [...table.screens.filter((screen) => !isPublic(screen)), ...shapes].map(cached),
      ),
    ]),
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingComponent: ScreenLoading,
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    defaultErrorComponent: ScreenError,
    scrollRestoration: false,
  })
}
