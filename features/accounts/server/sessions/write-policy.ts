import type { FastifyContextConfig } from 'fastify'
import { mayOnlyRead } from '#kit/model/permission.ts'
import type { Caller } from '#kit/server/caller.ts'

const readMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Every write of a browser must prove that our own page sent it. A public call that only reads does
 * nothing in anybody's name; in a frame of another site there are no cookies to prove it with.
 */
export function needsCsrf(
  method: string,
  { gate, changesNothing = false }: FastifyContextConfig,
): boolean {
  return !readMethods.has(method) && !(gate === 'public' && changesNothing)
}

interface Call {
  readonly method: string
  /** As the route states it, without query. */
  readonly path: string
  /** The route only reads, whatever its method. */
  readonly changesNothing: boolean
}

/** Whether the call changes something. */
export function isWrite({ method, changesNothing }: Call): boolean {
  return !readMethods.has(method) && !changesNothing
}

/** A visitor may look, sign in, take another role and sign out, and change nothing. */
export function isRefusedWrite(call: Call, caller: Caller | null): boolean {
  if (!isWrite(call) || call.path.startsWith('/api/auth/')) return false
  return caller !== null && mayOnlyRead(caller.roles)
}
