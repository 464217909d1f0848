import './gates.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { RouteContract, RouteInput, RouteReply } from '#kit/model/calls/route.ts'
import type { Caller } from '../caller.ts'
import { assertStorable } from './requests/storable-text.ts'
import {
  type FileReply,
  type DownloadReply,
  type PrebuiltJson,
  type LinesReply,
  sendResult,
} from './replies/replies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the session plugin before any gate is asked; null without a valid session. */
    caller: Caller | null
  }
}

type CallerOf<Route extends RouteContract> = Route['gate'] extends 'public' | 'device'
  ? Caller | null
  : Caller

export interface HandlerContext<Route extends RouteContract> extends RouteInput<Route> {
  readonly caller: CallerOf<Route>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

type ReplyOf<Route extends RouteContract> = Route['file'] extends string
  ? FileReply | DownloadReply
  : Route['reply'] extends z.ZodType
    ? RouteReply<Route>
    : void

type Handler<Route extends RouteContract> = (
  context: HandlerContext<Route>,
) => Promise<ReplyOf<Route> | PrebuiltJson | LinesReply>

/** Largest body of a call that anybody may make: a name, a password, a token, some ids. */
const publicBodyLimit = 16 * 1024

export interface ServeOptions {
  /** Bytes; absent: a mebibyte, 16 KiB where no account is needed. */
  readonly bodyLimit?: number
  /** Requests one address may make to this route. */
  readonly rateLimit?: { readonly max: number; readonly timeWindow: string }
  /** Asked before the body is read; what it throws refuses the call. */
  readonly before?: (request: FastifyRequest) => Promise<void>
}

/**
 * Registers a route from its contract. The gate is asked before the body is read (`guardRoutes`),
 * the input reaches the handler validated, and the reply loses every field that its schema does not
 * declare.
 */
export function serve<Route extends RouteContract>(
  app: FastifyInstance,
  route: Route,
  handler: Handler<Route>,
): void

export function serve<Route extends RouteContract>(
  app: FastifyInstance,
  route: Route,
  options: ServeOptions,
  handler: Handler<Route>,
): void

export function serve<Route extends RouteContract>(
  app: FastifyInstance,
  route: Route,
  ...rest: [Handler<Route>] | [ServeOptions, Handler<Route>]
): void {
  const [options, handler] = rest.length === 1 ? [{}, rest[0]] : rest
  app.route({
    ...routeOptions(route, options),
    handler: async (request, reply) => {
      const input = {
        params: request.params,
        query: request.query,
        body: request.body,
      } as RouteInput<Route>
      for (const part of [input.params, input.query, input.body]) assertStorable(part)
      const caller = request.caller as CallerOf<Route>
      const result = await handler({ ...input, caller, request, reply })
      return sendResult(result, route, reply)
    },
  })
}

function routeOptions(route: RouteContract, options: ServeOptions) {
  const { rateLimit, before } = options
  const bodyLimit = options.bodyLimit ?? (route.gate === 'public' ? publicBodyLimit : undefined)
  return {
    method: route.method,
    url: route.path,
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    ...(before && { onRequest: before }),
    config: {
      gate: route.gate,
      ...(route.changesNothing ? { changesNothing: true } : {}),
      ...(route.isMadeOnce ? { isMadeOnce: true } : {}),
      ...(route.isOpenToTokens ? { isOpenToTokens: true } : {}),
      ...(rateLimit ? { rateLimit } : {}),
    },
    schema: {
      summary: route.summary,
      tags: [route.path.split('/')[2] ?? 'api'],
      ...(route.params ? { params: route.params } : {}),
      ...(route.query ? { querystring: route.query } : {}),
      ...(route.body ? { body: route.body } : {}),
      ...responsesOf(route),
    },
  }
}

function responsesOf({ reply, file }: RouteContract): {
  readonly response?: Readonly<Record<number, z.ZodType>>
} {
  if (file !== undefined) return {}
  return { response: reply ? { 200: reply } : { 204: z.null().describe('Done') } }
}
