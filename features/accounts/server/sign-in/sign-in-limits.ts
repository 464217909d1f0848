import { AppError } from '#kit/model/errors.ts'
import type { Clock } from '#kit/server/clock.ts'
import { networkSource } from '#kit/server/process/network-source.ts'

/**
 * Sign-ins that one address may attempt: many people sit behind one address, a guesser needs more.
 */
export const signInRate = { max: 300, timeWindow: '1 minute' }

/** Failures of one account from one address that are free. */
export const freeFailures = 5
/** Failures count until this long after the last one. */
export const failureWindowMs = 15 * 60_000
const firstDelayMs = 10_000

export interface Failures {
  readonly failures: number
  /** ms UTC */
  readonly lastFailureAt: number
}

/**
 * Milliseconds until the next attempt is allowed: none for the first failures, then 10 s, 20 s, 40
 * s … up to 15 min.
 */
export function waitBeforeAttempt(failures: Failures | null, now: number): number {
  if (!failures || failures.failures < freeFailures) return 0
  const delay = Math.min(firstDelayMs * 2 ** (failures.failures - freeFailures), failureWindowMs)
  return Math.max(0, failures.lastFailureAt + delay - now)
}

/**
 * Wrong passwords of one account from browsers that it was never signed in with, whatever their
 * addresses, that are free.
 */
const freeUnknownFailures = 25
/**
 * A guesser with any number of addresses has one attempt a minute; so long at most waits who comes
 * with a new browser meanwhile.
 */
const maximumUnknownDelayMs = 60_000

/**
 * Milliseconds until the next attempt from an unknown browser is allowed: 10 s, 20 s, 40 s, then a
 * minute.
 */
export function waitBeforeUnknownAttempt(failures: Failures | null, now: number): number {
  if (!failures || failures.failures < freeUnknownFailures) return 0
  const delay = Math.min(
    firstDelayMs * 2 ** (failures.failures - freeUnknownFailures),
    maximumUnknownDelayMs,
  )
  return Math.max(0, failures.lastFailureAt + delay - now)
}

const unknownBrowsers = 'unknown devices'
const knownBrowser = 'device '

/**
 * The key under which wrong passwords of an account count that come from unknown browsers; null for
 * attempts from a known one.
 */
export const unknownBrowsersOf = ({ account, address }: AttemptKey): AttemptKey | null =>
  address.startsWith(knownBrowser) ? null : { account, address: unknownBrowsers }

/**
 * Wrong codes of one account, from wherever they come, after which codes are not looked at for a
 * while; recovery codes still are.
 */
const freeCodes = 20
const everywhere = 'everywhere'

/** The key under which wrong codes of an account count whatever address they come from. */
export const codesOf = ({ account }: AttemptKey): AttemptKey => ({ account, address: everywhere })

/** 429 after too many wrong codes: who guesses holds the password and may have many addresses. */
export function assertMayAttemptCode(failures: Failures | null): void {
  if (!failures || failures.failures < freeCodes) return
  throw new AppError(
    'too_many_requests',
    'Too many wrong codes for this account; use a recovery code or try again later',
    {
      retryAfterSeconds: failureWindowMs / 1000,
    },
  )
}

/** 429 with the seconds to wait, while an attempt is not allowed. */
function assertNoWait(wait: number): void {
  if (wait === 0) return
  throw new AppError('too_many_requests', 'Too many attempts for this account, try again later', {
    retryAfterSeconds: Math.ceil(wait / 1000),
  })
}

const maximumWaiting = 100

/**
 * Runs the attempts of one key one after another, so that many at once can not all be counted as
 * the first. 429 when too many of one key wait.
 */
export function createSerialiser(): <Result>(
  key: string,
  task: () => Promise<Result>,
) => Promise<Result> {
  const queues = new Map<string, { tail: Promise<unknown>; length: number }>()
  return async (key, task) => {
    const queue = queues.get(key) ?? { tail: Promise.resolve(), length: 0 }
    if (queue.length >= maximumWaiting) {
      throw new AppError('too_many_requests', 'Too many attempts at once for this account', {
        retryAfterSeconds: 10,
      })
    }
    queue.length += 1
    queues.set(key, queue)
    const result = queue.tail.then(task)
    queue.tail = result.catch(() => undefined)
    try {
      return await result
    } finally {
      queue.length -= 1
      if (queue.length === 0) queues.delete(key)
    }
  }
}

/**
 * Whose attempts are counted together: an account by its id, or by the e-mail address that nobody
 * has, and a network source or, for a browser in which the person has signed in before, that
 * browser.
 */
export interface AttemptKey {
  readonly account: string
  readonly address: string
}

/** Where an attempt comes from. */
export interface AttemptSource {
  readonly address: string
  /** Names the browser, if the account with this id has signed in with it before; else null. */
  readonly browserOf: (accountId: number) => string | null
  /**
   * Whether attempts from unknown browsers wait for each other, whatever their addresses: where
   * only an e-mail address is known.
   */
  readonly isAnonymous: boolean
}

/** An attempt of somebody who is signed in. */
export const ownSource = (address: string): AttemptSource => ({
  address,
  browserOf: () => null,
  isAnonymous: false,
})

/**
 * Runs an attempt at a password or a code, one at a time for each key. 429 while the key must wait.
 */
export type AttemptLimiter = <Result>(
  email: string,
  origin: AttemptSource,
  attempt: (key: AttemptKey) => Promise<Result>,
) => Promise<Result>

interface AttemptLimiterOptions {
  /**
   * The id of the account that an e-mail address means, null without one. The database says which
   * spellings mean the same: with rules of our own every letter that we fold otherwise would be
   * another five attempts.
   */
  readonly accountKey: (email: string) => Promise<number | null>
  /** Failures that still count. */
  readonly readFailures: (key: AttemptKey, now: number) => Promise<Failures | null>
  readonly clock: Clock
}

const nameOf = ({ account, address }: AttemptKey) => `${account} ${address}`

export function createAttemptLimiter({
  readFailures,
  clock,
  accountKey,
}: AttemptLimiterOptions): AttemptLimiter {
  const oneByOne = createSerialiser()
  return async (email, { address, browserOf, isAnonymous }, attempt) => {
    const id = await accountKey(email)
    const browser = id === null ? null : browserOf(id)
    const place = browser === null ? networkSource(address) : knownBrowser + browser
    const key = { account: id === null ? email.toLowerCase() : String(id), address: place }
    return oneByOne(nameOf(key), async () => {
      assertNoWait(waitBeforeAttempt(await readFailures(key, clock()), clock()))
      const shared = isAnonymous ? unknownBrowsersOf(key) : null
      if (!shared) return attempt(key)
      return oneByOne(nameOf(shared), async () => {
        assertNoWait(waitBeforeUnknownAttempt(await readFailures(shared, clock()), clock()))
        return attempt(key)
      })
    })
  }
}
