import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '#kit/model/errors.ts'
import type { Gate } from '#kit/model/permission.ts'
import type { RouteContract, RouteInput, RouteReply } from '#kit/model/route.ts'
import { passesGate, type Caller } from '../caller.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the session plugin before any gate is asked; null without a valid session. */
    caller: Caller | null
  }
  interface FastifyContextConfig {
    gate?: Gate
  }
}

/** A reply body that is JSON text already: sent as it is, for series too large to validate item by item. */
export class PrebuiltJson {
  readonly body: Buffer
  constructor(body: Buffer) {
    this.body = body
  }
}

type CallerOf<Route extends RouteContract> = Route['gate'] extends 'public' | 'device' ? Caller | null : Caller

export interface HandlerContext<Route extends RouteContract> extends RouteInput<Route> {
  readonly caller: CallerOf<Route>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

type Handler<Route extends RouteContract> = (context: HandlerContext<Route>) => Promise<RouteReply<Route> | PrebuiltJson>

export interface ServeOptions {
  readonly bodyLimit?: number
  /** Requests one address may make to this route. */
  readonly rateLimit?: { readonly max: number; readonly timeWindow: string }
}

/** Every route that `serve` has registered on this application, for the documentation and the permission matrix. */
export function servedRoutes(app: FastifyInstance): readonly RouteContract[] {
  return registry.get(app.server) ?? []
}
const registry = new WeakMap<object, RouteContract[]>()

/**
 * Registers a route from its contract. The gate is asked before the body is read, the input reaches the handler validated,
 * and the reply loses every field that its schema does not declare.
 */
export function serve<Route extends RouteContract>(app: FastifyInstance, route: Route, options: ServeOptions = {}) {
  registry.set(app.server, [...(registry.get(app.server) ?? []), route])
  return (handler: Handler<Route>): void => {
    app.route({
      method: route.method,
      url: route.path,
      ...(options.bodyLimit === undefined ? {} : { bodyLimit: options.bodyLimit }),
      config: { gate: route.gate, ...(options.rateLimit ? { rateLimit: options.rateLimit } : {}) },
      schema: {
        summary: route.summary,
        tags: [route.path.split('/')[2] ?? 'api'],
        ...(route.params ? { params: route.params } : {}),
        ...(route.query ? { querystring: route.query } : {}),
        ...(route.body ? { body: route.body } : {}),
        response: route.reply ? { 200: route.reply } : { 204: z.null().describe('Done') },
      },
      onRequest: async (request) => assertGate(route.gate, request),
      handler: async (request, reply) => {
        const input = { params: request.params, query: request.query, body: request.body } as RouteInput<Route>
        const result = await handler({ ...input, caller: request.caller as CallerOf<Route>, request, reply })
        if (result instanceof PrebuiltJson) return reply.type('application/json; charset=utf-8').send(result.body)
        return result === undefined ? reply.code(204).send() : reply.send(result)
      },
    })
  }
}

function assertGate(gate: Gate, request: FastifyRequest): void {
  if (passesGate(gate, request.caller)) return
  if (!request.caller) throw new AppError('unauthenticated', 'Sign in first')
  throw new AppError('forbidden', 'Your role does not allow this')
}
