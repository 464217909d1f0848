import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { signedInCookie } from '#features/accounts/contract/sign-in.ts'
import { maximumSessionMs } from './sessions-store.ts'

export const sessionCookie = 'warroom_session'
export const csrfCookieName = 'XSRF-TOKEN'
export const csrfHeader = 'x-xsrf-token'

interface CookieOptions {
  readonly path: '/'
  readonly sameSite: 'lax'
  readonly secure: boolean
  readonly maxAge: number
}

function options(request: FastifyRequest, alwaysSecure: boolean): CookieOptions {
  return {
    path: '/',
    sameSite: 'lax',
    secure: alwaysSecure || request.protocol === 'https',
    maxAge: maximumSessionMs / 1000,
  }
}

/** The cookies of a session that begins with this reply, a new CSRF token among them. */
export function setSessionCookies(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  alwaysSecure: boolean,
): void {
  const common = options(request, alwaysSecure)
  reply.setCookie(sessionCookie, token, { ...common, httpOnly: true })
  reply.setCookie(signedInCookie, '1', common)
  reply.setCookie(csrfCookieName, createCsrfToken(token), common)
}

export function clearSessionCookies(
  request: FastifyRequest,
  reply: FastifyReply,
  alwaysSecure: boolean,
): void {
  const { maxAge: _ended, ...common } = options(request, alwaysSecure)
  reply.clearCookie(sessionCookie, { ...common, httpOnly: true })
  reply.clearCookie(signedInCookie, common)
  reply.clearCookie(csrfCookieName, common)
}

export function setCsrfCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  alwaysSecure: boolean,
): void {
  reply.setCookie(
    csrfCookieName,
    createCsrfToken(request.cookies[sessionCookie]),
    options(request, alwaysSecure),
  )
}

/**
 * Whether the request echoes its XSRF-TOKEN cookie in the header. With a session cookie the token
 * must also have been made for that session, so that a cookie planted from a neighbouring subdomain
 * does not help.
 */
export function csrfHolds(request: FastifyRequest): boolean {
  const cookie = request.cookies[csrfCookieName]
  const header = request.headers[csrfHeader]
  if (!cookie || typeof header !== 'string' || !sameText(cookie, header)) return false
  const [nonce = ''] = cookie.split('.')
  const session = request.cookies[sessionCookie]
  return session === undefined || sameText(cookie, csrfToken(nonce, session))
}

function createCsrfToken(sessionToken: string | undefined): string {
  const nonce = randomBytes(32).toString('base64url')
  return sessionToken === undefined ? nonce : csrfToken(nonce, sessionToken)
}

function csrfToken(nonce: string, sessionToken: string): string {
  const signature = createHmac('sha256', sessionToken).update(`csrf ${nonce}`).digest('base64url')
  return `${nonce}.${signature}`
}

function sameText(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)]
  return first.length === second.length && timingSafeEqual(first, second)
}
