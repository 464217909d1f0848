import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '#kit/server/clock.ts'
import type { Keyring } from '#kit/server/secrets/keyring.ts'

/** Names the people who have signed in with this browser; sent with calls of signing in only. */
export const browserCookie = 'warroom_device'
const cookiePath = '/api/auth'
/** How long a browser is known after the last sign-in. */
const knownMs = 180 * 24 * 3_600_000
/** People of one browser: the mark of the one who came first is removed. */
const maximumUsers = 8

/** Proves that a person has signed in with this browser: `user.nonce.time.signature`. */
interface Mark {
  readonly userId: number
  /** Names the browser among those that the person uses. */
  readonly nonce: string
  readonly text: string
}

/**
 * Browsers in which a person has signed in before. Whoever guesses from elsewhere does not have the
 * mark, so that guesses can be braked without locking the person out. A mark opens nothing: it is a
 * place of its own to count failures in.
 */
export interface KnownBrowsers {
  /** Names the browser for this person; null when they have not signed in with it. */
  nonceOf(request: FastifyRequest, userId: number): string | null
  /** Marks the browser as one that the person uses. */
  mark(request: FastifyRequest, reply: FastifyReply, userId: number): void
}

interface BrowserServices {
  readonly keyring: Keyring
  readonly clock: Clock
  /** Sets `Secure` even where the request did not visibly come over https. */
  readonly alwaysSecure: boolean
}

export function createKnownBrowsers({
  keyring,
  clock,
  alwaysSecure,
}: BrowserServices): KnownBrowsers {
  const keys = keyring.derive('known devices')
  const [present = Buffer.alloc(0)] = keys
  const sign = (key: Buffer, text: string) =>
    createHmac('sha256', key).update(text).digest('base64url').slice(0, 32)

  function parse(text: string): Mark | null {
    const match = /^((\d{1,10})\.([\w-]{22})\.(\d{1,15}))\.([\w-]{32})$/.exec(text)
    if (!match) return null
    const [, signed = '', userId, nonce = '', time, signature = ''] = match
    const isOurs = keys.some((key) =>
      timingSafeEqual(Buffer.from(sign(key, signed)), Buffer.from(signature)),
    )
    return isOurs && clock() - Number(time) < knownMs
      ? { userId: Number(userId), nonce, text }
      : null
  }

  const marksOf = ({ cookies }: FastifyRequest): readonly Mark[] =>
    (cookies[browserCookie] ?? '')
      .split('~')
      .slice(0, maximumUsers)
      .map(parse)
      .filter((mark) => mark !== null)

  return {
    nonceOf: (request, userId) =>
      marksOf(request).find((mark) => mark.userId === userId)?.nonce ?? null,
    mark(request, reply, userId) {
      const signed = `${userId}.${randomBytes(16).toString('base64url')}.${clock()}`
      const others = marksOf(request).filter((mark) => mark.userId !== userId)
      const marks = [`${signed}.${sign(present, signed)}`, ...others.map(({ text }) => text)].slice(
        0,
        maximumUsers,
      )
      const secure = alwaysSecure || request.protocol === 'https'
      const common = { path: cookiePath, httpOnly: true, sameSite: 'lax', secure } as const
      reply.setCookie(browserCookie, marks.join('~'), { ...common, maxAge: knownMs / 1000 })
    },
  }
}
