import type { QueryClient } from '@tanstack/react-query'
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { passesGate } from '#kit/web/gate.ts'
import type { ScreenRoute } from '#kit/web/manifest.ts'
import { sessionQuery } from '../../features/session/web/use-session.ts'
import { features } from './features.ts'
import { guard } from './session-guard.ts'
import { DocumentTitle } from './shell/document-title.tsx'
import { NoPermissionPage, NotFoundPage } from './shell/message-pages.tsx'
import { ScreenError, ScreenLoading } from './shell/screen-states.tsx'

const homeScreen = '/warroomDashboard'

const screens = features.flatMap((feature) => feature.screens)

const loadShell = () => import('./shell/shell.tsx')

/** Fetches the code of the page that is going to be shown first, while texts and session are still on their way. */
export function prepareFirstPage(isSignedIn: boolean): void {
  const path = location.pathname === '/' ? homeScreen : location.pathname
  const asked = screens.find((candidate) => candidate.path === path)
  const screen = isSignedIn || asked?.gate === 'public' ? asked : screens.find((candidate) => candidate.path === '/login')
  const pieces = [...(screen ? [screen.load()] : []), ...(isSignedIn ? [loadShell()] : [])]
  // Who needs a piece that could not be fetched asks again, and tells.
  void Promise.allSettled(pieces)
}

/** All pages: public ones bare, the others inside the shell, each behind the gate that its manifest states. */
export function createApplicationRouter(client: QueryClient) {
  const root = createRootRoute({
    beforeLoad: ({ location, preload }) => (preload ? undefined : guard(client, location)),
    component: () => (
      <>
        <DocumentTitle />
        <Outlet />
      </>
    ),
    errorComponent: ScreenError,
  })
  const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: lazyRouteComponent(loadShell) })
  const toHome = createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: homeScreen, replace: true })
    },
  })
  const unknown = createRoute({
    getParentRoute: () => root,
    path: '$',
    beforeLoad: () => {
      throw redirect({ to: '/404', replace: true })
    },
  })
  const notFound = createRoute({ getParentRoute: () => root, path: '/404', component: NotFoundPage })
  const noPermission = createRoute({ getParentRoute: () => root, path: '/401', component: NoPermissionPage })

  const screenRoute = (screen: ScreenRoute) =>
    createRoute({
      getParentRoute: () => (screen.gate === 'public' ? root : shell),
      path: screen.path,
      component: lazyRouteComponent(screen.load),
      beforeLoad: () => {
        const person = client.getQueryData(sessionQuery.queryKey)
        if (screen.gate !== 'public' && person && !passesGate(person, screen.gate)) throw redirect({ to: '/401', replace: true })
      },
    })
  const isPublic = (screen: ScreenRoute) => screen.gate === 'public'
  return createRouter({
    routeTree: root.addChildren([
      toHome,
      notFound,
      noPermission,
      ...screens.filter(isPublic).map(screenRoute),
      shell.addChildren(screens.filter((screen) => !isPublic(screen)).map(screenRoute)),
      unknown,
    ]),
    defaultPreload: 'intent',
    defaultPendingComponent: ScreenLoading,
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    defaultErrorComponent: ScreenError,
    scrollRestoration: false,
  })
}
