import { useRouter, useSearch } from '@tanstack/react-router'
import { redirectTarget } from './redirect-target.ts'

/**
 * The page that the person came for: `prepare` fetches its code while the server checks the
 * password, `open` goes there.
 */
export function useSignInTarget() {
  const router = useRouter()
  const { redirect }: { readonly redirect?: unknown } = useSearch({ strict: false })
  const target = redirectTarget(redirect, location.origin)
  return {
    prepare: () => {
      for (const match of router.matchRoutes(target === '/' ? '/warroomDashboard' : target)) {
        const route = router.routesById[match.routeId]
        if (route) void router.loadRouteChunk(route)
      }
    },
    open: () => void router.navigate({ href: target, replace: true }),
  }
}
