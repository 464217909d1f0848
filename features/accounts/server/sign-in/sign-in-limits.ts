import { AppError } from '#kit/model/calls/errors.ts'

/**
 * Whose attempts are counted together: an account by its id, or by the e-mail address that nobody
 * has, and a network source or, for a browser in which the person has signed in before, that
 * browser.
 */
export interface AttemptKey {
  readonly account: string
  readonly address: string
}

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

export const knownBrowser = 'device '

/**
 * The key under which wrong passwords of an account count that come from unknown browsers; null for
 * attempts from a known one.
 */
export const unknownBrowsersOf = ({ account, address }: AttemptKey): AttemptKey | null =>
  address.startsWith(knownBrowser) ? null : { account, address: unknownBrowsers }

/** 429 with the seconds to wait, while an attempt is not allowed. */
export function assertNoWait(wait: number): void {
  if (wait === 0) return
  throw new AppError('too_many_requests', 'Too many attempts for this account, try again later', {
    retryAfterSeconds: Math.ceil(wait / 1000),
  })
}
