import { createReadStream } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { RouteContract, RouteInput, RouteReply } from '#kit/model/route.ts'
import type { Caller } from '../caller.ts'
import './gates.ts'
import { sendChunks, type Chunks } from './send-chunks.ts'
import { assertStorable } from './storable-text.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the session plugin before any gate is asked; null without a valid session. */
    caller: Caller | null
  }
}

/**
 * A reply body that is JSON text already, in chunks: sent as it is, for series too large to
 * validate item by item. Chunks that are still to come are asked for as the reader takes those
 * before; a failure among them breaks the reply off.
 */
export class PrebuiltJson {
  readonly chunks: Chunks
  constructor(chunks: Chunks) {
    this.chunks = chunks
  }
}

/**
 * A reply that is a file, of the media type that the contract names. Browsers may store it for
 * ever, as another content has another path, unless it is not `isStored`: what a token opens ends
 * with it.
 */
export class FileReply {
  readonly body: Buffer
  readonly isStored: boolean
  constructor(body: Buffer, { isStored = true } = {}) {
    this.body = body
    this.isStored = isStored
  }
}

/** A reply in parts, lines of JSON that are sent as they come; of this media type. */
export class LinesReply {
  readonly lines: AsyncIterable<Buffer>
  readonly type: string
  constructor(lines: AsyncIterable<Buffer>, type: string) {
    this.lines = lines
    this.type = type
  }
}

interface Download {
  readonly path: string
  readonly bytes: number
  /** What the browser calls it. */
  readonly name: string
  /** Media type. */
  readonly type: string
}

/** A reply that is a file on disk, to be stored by a person: sent as its reader takes it. */
export class DownloadReply {
  readonly file: Download
  constructor(file: Download) {
    this.file = file
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

const storedForever = 'private, max-age=31536000, immutable'

function sendResult(result: unknown, { file }: RouteContract, reply: FastifyReply): FastifyReply {
  if (result instanceof PrebuiltJson) return sendChunks(result.chunks, reply)
  if (result instanceof LinesReply) {
    // A proxy that collects an answer before it passes it on would make one of it.
    void reply.header('X-Accel-Buffering', 'no').header('Cache-Control', 'no-store')
    return sendChunks(result.lines, reply, { type: result.type })
  }
  if (result instanceof DownloadReply) return sendDownload(result.file, reply)
  if (result instanceof FileReply) {
    void reply
      .type(file ?? 'application/octet-stream')
      .header('Cache-Control', result.isStored ? storedForever : 'no-store')
    return reply.send(result.body)
  }
  return result === undefined ? reply.code(204).send() : reply.send(result)
}

function sendDownload({ path, bytes, name, type }: Download, reply: FastifyReply): FastifyReply {
  const plain = name.replaceAll(/[^ -~]|["\\]/g, '_')
  void reply
    .type(type)
    .header('Content-Length', bytes)
    .header(
      'Content-Disposition',
      `attachment; filename="${plain}"; filename*=UTF-8''${extended(name)}`,
    )
    .header('Cache-Control', 'no-store')
  return reply.send(createReadStream(path))
}

/** As RFC 8187 writes the value of a parameter. */
const extended = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
