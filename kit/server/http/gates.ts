import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { AppError } from '#kit/model/calls/errors.ts'
import { passesGate } from '#kit/model/gate.ts'
import type { Gate } from '#kit/model/permission.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    gate?: Gate
    /** Access tokens of people open it. */
    isOpenToTokens?: boolean
    /** A call that changes nothing, whatever its method. */
    changesNothing?: boolean
    /** A write that is recognised where it comes again. */
    isMadeOnce?: boolean
  }
}

/** A route of the API as it is served. */
export interface ServedRoute {
  readonly method: string
  readonly path: string
  readonly gate: Gate
  readonly changesNothing: boolean
  readonly isOpenToTokens: boolean
}

const served = new WeakMap<object, RouteOptions[]>()

/**
 * Asks the gate of every route under `/api/`, before the body is read. An application that has such
 * a route without a gate does not start.
 */
export function guardRoutes(app: FastifyInstance): void {
  const routes: RouteOptions[] = []
  served.set(app.server, routes)
  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/api/')) return
    routes.push(route)
    const before = route.onRequest === undefined ? [] : [route.onRequest].flat()
    route.onRequest = [
      async (request: FastifyRequest) => assertGate(request.routeOptions.config.gate, request),
      ...before,
    ]
  })
  app.addHook('onReady', async () => {
    const open = routes
      .filter((route) => route.config?.gate === undefined)
      .map(({ method, url }) => `${String(method)} ${url}`)
    if (open.length > 0)
      throw new Error(`Every route of the API states its gate; these do not: ${open.join(', ')}`)
  })
}

/** Every route of the API that this application serves, without the HEAD beside each GET. */
export function servedRoutes(app: FastifyInstance): readonly ServedRoute[] {
  return (served.get(app.server) ?? []).flatMap(({ method, url, config }) =>
    [method]
      .flat()
      .filter((each) => each !== 'HEAD' && config?.gate !== undefined)
      .map((each) => ({
        method: each,
        path: url,
        gate: config?.gate ?? 'signed-in',
        changesNothing: each === 'GET' || (config?.changesNothing ?? false),
        isOpenToTokens: config?.isOpenToTokens ?? false,
      })),
  )
}

function assertGate(gate: Gate | undefined, request: FastifyRequest): void {
  // A device has no session: the route itself checks the token.
  if (gate === 'device') return
  if (gate !== undefined && passesGate(gate, request.caller)) return
  if (!request.caller) throw new AppError('unauthenticated', 'Sign in first')
  throw new AppError('forbidden', 'Your role does not allow this')
}
