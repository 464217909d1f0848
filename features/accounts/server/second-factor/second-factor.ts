import { AppError, refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import type { AuditOrigin } from '#kit/server/audit.ts'
import { createToken, hashToken } from '#kit/server/token.ts'
import { hashRecoveryCode, stepOfCode } from './authenticator-code.ts'
import { openSecret, unreadable } from './second-factor-secrets.ts'
import { readSecondFactor, takeStep } from './second-factor-store.ts'
import { takeRecoveryCode } from './recovery-codes-store.ts'
import type { AccountServices } from '../account-services.ts'
import { lockVerified, type VerifiedUser } from '../sessions/browser-sessions.ts'
import { refuse } from '../sign-in/sign-in.ts'
import { clearFailures, readFailures, recordFailure } from '../sign-in/sign-in-failures-store.ts'
import { assertMayAttemptCode, codesOf } from '../sign-in/code-limits.ts'
import type { AttemptLimiter, AttemptSource } from '../sign-in/attempt-limiter.ts'
import {
  countAttempt,
  insertTicket,
  readTicketUser,
  takeTicket,
} from '../sign-in/sign-in-tickets-store.ts'
import { readCredential, type Credential } from '../passwords/credentials-store.ts'

/** A proof that the person holds the second factor. */
export type Proof = { readonly code: string } | { readonly recoveryCode: string }

type Services = Pick<AccountServices, 'sql' | 'clock' | 'audit' | 'keyring'> & {
  readonly limitCodes: AttemptLimiter
}

/**
 * A ticket for the second step of a sign-in, valid once, for five minutes and five attempts. 401
 * `login_error` when the password that was looked at is not the account's any more: what makes
 * tickets void came before this one.
 */
export async function createTicket(
  { sql, clock }: Pick<Services, 'sql' | 'clock'>,
  user: VerifiedUser,
): Promise<string> {
  const ticket = createToken(256)
  await sql.transaction().execute(async (transaction) => {
    await lockVerified(transaction, user)
    await insertTicket(transaction, hashToken(ticket), user.id, clock())
  })
  return ticket
}

/**
 * The user whose ticket and proof these are, with the password that the ticket was given for. 401
 * for a ticket that is over, 409 `second_factor_unreadable` for a code while the key of the secret
 * is lost, 422 on `code` or `recoveryCode` for a proof that is wrong or was used before, 429 after
 * too many failures.
 */
export async function takeSecondFactor(
  services: Services,
  ticket: string,
  proof: Proof,
  from: AttemptSource,
  origin: AuditOrigin,
): Promise<VerifiedUser> {
  const { sql, clock, limitCodes } = services
  const ticketHash = hashToken(ticket)
  const expired = new AppError(
    'unauthenticated',
    'This sign-in took too long or had too many attempts; begin again',
  )
  const ticketOwner = await ownerOf(services, ticketHash)
  if (!ticketOwner) throw expired
  return limitCodes(ticketOwner.email, from, async (key) => {
    // Read while the ticket is there: whoever replaces the password takes the ticket away with the
    // old one.
    const owner = await ownerOf(services, ticketHash)
    if (!owner) throw expired
    if ('code' in proof) assertMayAttemptCode(await readFailures(sql, codesOf(key), clock()))
    if (!(await countAttempt(sql, ticketHash))) throw expired
    if (await takeProof(services, owner, proof, origin)) {
      if (!(await takeTicket(sql, ticketHash))) throw expired
      await clearFailures(sql, key)
      await clearFailures(sql, codesOf(key))
      return { ...owner, secondFactor: true }
    }
    await recordFailure(sql, codesOf(key), clock())
    await refuse(services, key, origin, {
      account: owner.email,
      userId: owner.id,
      reason: 'wrong code',
    })
    throw refusedField('code' in proof ? 'code' : 'recoveryCode', fieldError('wrong_code'))
  })
}

/** Who waits behind a ticket that still counts; null otherwise, and for a disabled user. */
async function ownerOf({ sql, clock }: Services, ticketHash: Buffer): Promise<Credential | null> {
  const userId = await readTicketUser(sql, ticketHash, clock())
  const owner = userId === null ? null : await readCredential(sql, userId)
  return owner?.disabled === false ? owner : null
}

/** Uses a proof up; false when it is wrong or was used before. */
async function takeProof(
  { sql, clock, audit, keyring }: Services,
  { id, email }: { readonly id: number; readonly email: string },
  proof: Proof,
  origin: AuditOrigin,
): Promise<boolean> {
  const factor = await readSecondFactor(sql, id)
  if (!factor?.confirmed) return false
  if ('code' in proof) {
    const secret = openSecret(keyring, id, factor.secret)
    if (!secret) throw unreadable()
    const step = stepOfCode(secret, proof.code, clock())
    return step !== null && takeStep(sql, id, step)
  }
  return sql.transaction().execute(async (transaction) => {
    if (!(await takeRecoveryCode(transaction, id, hashRecoveryCode(proof.recoveryCode))))
      return false
    const about = { entity: 'user', entityId: id, entityName: email } as const
    await audit(
      transaction,
      { ...origin, actorId: id },
      { action: 'profile.use-recovery-code', ...about },
    )
    return true
  })
}
