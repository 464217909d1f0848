import { AppError } from '#kit/model/calls/errors.ts'
import { type AttemptKey, type Failures, failureWindowMs } from './sign-in-limits.ts'

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
