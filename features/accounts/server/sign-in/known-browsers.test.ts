import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { createKeyring } from '#kit/server/secrets/keyring.ts'
import { createKnownBrowsers, browserCookie } from './known-browsers.ts'

const [key, newKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]

/** A browser whose cookies are set by replies. */
function browser(protocol: 'http' | 'https' = 'http') {
  const cookies: Record<string, string> = {}
  const options: unknown[] = []
  const reply = {
    setCookie(name: string, value: string, given: unknown) {
      cookies[name] = value
      options.push(given)
    },
  }
  return {
    cookies,
    options,
    request: { cookies, protocol } as unknown as FastifyRequest,
    reply: reply as unknown as FastifyReply,
  }
}

const known = (keys: readonly Buffer[], alwaysSecure = false) =>
  createKnownBrowsers({ keyring: createKeyring(keys), clock: () => 0, alwaysSecure })

test('SE38 a browser stays known when the key is replaced, and not without the old key', () => {
  const { request, reply } = browser()
  known([key]).mark(request, reply, 7)
  const name = known([key]).nonceOf(request, 7)
  expect(name).toMatch(/^[\w-]{22}$/)
  expect(known([newKey, key]).nonceOf(request, 7)).toBe(name)
  expect(known([newKey]).nonceOf(request, 7)).toBeNull()
  known([newKey, key]).mark(request, reply, 8)
  expect(known([newKey]).nonceOf(request, 8)).not.toBeNull()
  expect(known([newKey, key]).nonceOf(request, 7)).toBe(name)
})

test('SE38 who signs in often takes nobody else’s place in a shared browser', () => {
  const { cookies, request, reply } = browser()
  const browsers = known([key])
  browsers.mark(request, reply, 1)
  const name = browsers.nonceOf(request, 1)
  for (let times = 0; times < 10; times++) browsers.mark(request, reply, 2)
  expect(browsers.nonceOf(request, 1)).toBe(name)
  expect(cookies[browserCookie]?.split('~')).toHaveLength(2)
})

test.each([
  ['http', false, false],
  ['https', false, true],
  ['http', true, true],
] as const)('SE38 the mark over %s, always secure %s: Secure %s', (protocol, always, secure) => {
  const { options, request, reply } = browser(protocol)
  known([key], always).mark(request, reply, 1)
  expect(options).toEqual([expect.objectContaining({ secure, httpOnly: true, sameSite: 'lax' })])
})
