import { AppError } from '#kit/model/calls/errors.ts'
import type { Clock } from '#kit/server/clock.ts'
import { networkSource } from '#kit/server/process/network-source.ts'
import { KeyedQueues } from '#kit/server/process/serial-queue.ts'
import {
  type Failures,
  knownBrowser,
  assertNoWait,
  waitBeforeAttempt,
  unknownBrowsersOf,
  waitBeforeUnknownAttempt,
  type AttemptKey,
} from './sign-in-limits.ts'

const maximumWaiting = 100

/**
 * Runs the attempts of one key one after another, so that many at once can not all be counted as
 * the first. 429 when too many of one key wait.
 */
export const createAttemptQueues = (): KeyedQueues<string> =>
  new KeyedQueues(
    maximumWaiting,
    () =>
      new AppError('too_many_requests', 'Too many attempts at once for this account', {
        retryAfterSeconds: 10,
      }),
  )

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

/**
 * The same, also one at a time for each account, wherever its attempts come from: what all of them
 * count towards is read by each when the one before it has counted.
 */
export function limitAccounts(limitAttempts: AttemptLimiter): AttemptLimiter {
  const queues = createAttemptQueues()
  return (email, from, attempt) =>
    limitAttempts(email, from, (key) => queues.run(key.account, () => attempt(key)))
}

const nameOf = ({ account, address }: AttemptKey) => `${account} ${address}`

export function createAttemptLimiter({
  readFailures,
  clock,
  accountKey,
}: AttemptLimiterOptions): AttemptLimiter {
  const queues = createAttemptQueues()
  return async (email, { address, browserOf, isAnonymous }, attempt) => {
    const id = await accountKey(email)
    const browser = id === null ? null : browserOf(id)
    const place = browser === null ? networkSource(address) : knownBrowser + browser
    const key = { account: id === null ? email.toLowerCase() : String(id), address: place }
    return queues.run(nameOf(key), async () => {
      assertNoWait(waitBeforeAttempt(await readFailures(key, clock()), clock()))
      const shared = isAnonymous ? unknownBrowsersOf(key) : null
      if (!shared) return attempt(key)
      return queues.run(nameOf(shared), async () => {
        assertNoWait(waitBeforeUnknownAttempt(await readFailures(shared, clock()), clock()))
        return attempt(key)
      })
    })
  }
}
