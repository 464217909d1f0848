import type { FastifyReply } from 'fastify'

/** Lets this site, and the origins that are named, show the answer in a frame. */
export function allowFrames(reply: FastifyReply, origins: readonly string[]): void {
  const policy = String(reply.getHeader('content-security-policy'))
  const ancestors = `frame-ancestors ${["'self'", ...origins].join(' ')}`
  void reply.header('content-security-policy', policy.replace(/frame-ancestors [^;]*/, ancestors))
  // It names no origins, and the policy says the same and more.
  void reply.removeHeader('x-frame-options')
}
