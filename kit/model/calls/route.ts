import type { z } from 'zod'
import type { Gate } from '../permission.ts'

/**
 * One call of the API, declared once: the server registers it, the web calls it, the documentation
 * lists it.
 */
export type RouteContract = DeclaredRoute & Repetition

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * No call both only reads and is made once: reading would end what the web has of a write
 * whose answer was lost.
 */
type Repetition =
  | {
      /**
       * True for a call that only reads although it is not a GET: not audited, not counted as a
       * write.
       */
      readonly changesNothing?: true
      readonly isMadeOnce?: never
    }
  | {
      readonly method: Exclude<Method, 'GET'>
      readonly changesNothing?: never
      /**
       * True for a write that a second time would do more than once, or refuse as outdated: one
       * that adds something, or changes a version. Where its answer was lost and it comes again
       * with the same `Idempotency-Key`, it is not made again.
       */
      readonly isMadeOnce?: true
    }

interface DeclaredRoute {
  readonly method: Method
  /** Path from the root, parameters in braces-free colon form: `/api/scada/sensor/config/:id`. */
  readonly path: `/api/${string}`
  /** One line for the documentation. */
  readonly summary: string
  readonly gate: Gate
  /**
   * True for a call that access tokens of people open. It changes nothing, and what it shows of
   * devices is decided by `visibleDeviceIds` and `maySeeSensor` of the catalogue alone: these have
   * the devices of the token.
   */
  readonly isOpenToTokens?: true
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /**
   * Shape of the reply; fields that it does not declare never leave the server. Absent: 204 without
   * a body.
   */
  readonly reply?: z.ZodType
  /** Media type of a reply that is a file, not JSON; such a route has no `reply`. */
  readonly file?: string
}

/** Declares a route with its exact types. */
export function defineRoute<const Route extends RouteContract>(route: Route): Route {
  return route
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
type Raw<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined

/** What a handler receives: input as validated. */
export interface RouteInput<Route extends RouteContract> {
  readonly params: Parsed<Route['params']>
  readonly query: Parsed<Route['query']>
  readonly body: Parsed<Route['body']>
}

/** What a caller passes: only the parts that the route declares. */
export type RouteCall<Route extends RouteContract> = {
  [Part in 'params' | 'query' | 'body' as Route[Part] extends z.ZodType ? Part : never]: Raw<
    Route[Part]
  >
}

export type RouteReply<Route extends RouteContract> = Route['reply'] extends z.ZodType
  ? z.output<Route['reply']>
  : undefined
