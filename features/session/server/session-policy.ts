import type { Caller } from '#kit/server/caller.ts'

const readMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Every write of a browser must prove that our own page sent it. */
export function needsCsrf(method: string): boolean {
  return !readMethods.has(method)
}

/** A visitor may look, sign in and sign out, and change nothing. */
export function isRefusedWrite(method: string, path: string, caller: Caller | null): boolean {
  if (readMethods.has(method) || path.startsWith('/api/auth/')) return false
  return caller !== null && caller.roles.length > 0 && caller.roles.every((role) => role === 'visitor')
}
