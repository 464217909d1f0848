import type { Transaction } from 'kysely'
import { AppError, refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { verifyPassword } from './password.ts'
import { readCredential, type Credential } from './credentials-store.ts'
import type { AccountServices } from '../account-services.ts'
import { lockSession } from '../sessions/sessions-store.ts'
import { ownSource, type AttemptLimiter } from '../sign-in/attempt-limiter.ts'
import { clearFailures, recordFailure } from '../sign-in/sign-in-failures-store.ts'
import { lockUser } from '../users/users-store.ts'

const wrongPassword = fieldError('wrong_password')
const signInFirst = () => new AppError('unauthenticated', 'Sign in first')

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
    if (!owner) throw signInFirst()
    return limitAttempts(owner.email, ownSource(address), async (key) => {
      if (await verifyPassword(owner.passwordHash, password)) {
        await clearFailures(sql, key)
        return owner
      }
      await recordFailure(sql, key, clock())
      throw refusedField(field, wrongPassword)
    })
  }
}

/**
 * Nobody changes the account until the transaction ends. Between the look at the password and now
 * another call may have replaced it, so that it is not known here: 422 on `field`; or ended the
 * session: 401.
 */
export async function lockOwner(
  transaction: Transaction<DB>,
  owner: Credential,
  { sessionId }: Caller,
  field: string,
): Promise<void> {
  await lockUser(transaction, owner.id)
  const present = await readCredential(transaction, owner.id)
  if (present?.passwordHash !== owner.passwordHash) throw refusedField(field, wrongPassword)
  await assertSession(transaction, sessionId)
}

/** 401 for a session that ended; until the transaction ends nobody ends it. */
export async function assertSession(
  transaction: Transaction<DB>,
  sessionId: string,
): Promise<void> {
  if (!(await lockSession(transaction, sessionId))) throw signInFirst()
}
