import { AppError, refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { verifyPassword } from './password.ts'
import { readCredential, type Credential } from './credentials-store.ts'
import type { AccountServices } from '../account-services.ts'
import { ownSource, type AttemptLimiter } from '../sign-in/attempt-limiter.ts'
import { clearFailures, recordFailure } from '../sign-in/sign-in-failures-store.ts'

/**
 * Returns a function that makes sure that it is the person who sits in front of a session: answers
 * with their credential when `password` is right, else 422 on `field`. Wrong ones count like failed
 * sign-ins, with the same delays.
 */
export function createOwnPasswordCheck({
  sql,
  clock,
  limitAttempts,
}: Pick<AccountServices, 'sql' | 'clock'> & { readonly limitAttempts: AttemptLimiter }) {
  return async (
    userId: number,
    address: string,
    field: string,
    password: string,
  ): Promise<Credential> => {
    const owner = await readCredential(sql, userId)
    if (!owner) throw new AppError('unauthenticated', 'Sign in first')
    return limitAttempts(owner.email, ownSource(address), async (key) => {
      if (await verifyPassword(owner.passwordHash, password)) {
        await clearFailures(sql, key)
        return owner
      }
      await recordFailure(sql, key, clock())
      throw refusedField(field, fieldError('wrong_password'))
    })
  }
}
