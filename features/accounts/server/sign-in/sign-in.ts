import { AppError, refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import type { AuditOrigin } from '#kit/server/audit.ts'
import { verifyPassword } from '../passwords/password.ts'
import type { AccountServices } from '../account-services.ts'
import { unknownBrowsersOf, type AttemptKey } from './sign-in-limits.ts'
import type { AttemptLimiter, AttemptSource } from './attempt-limiter.ts'
import { clearFailures, recordFailure } from './sign-in-failures-store.ts'
import { findCredential, type Credential } from '../passwords/credentials-store.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
  readonly captchaToken: string | undefined
}

type Services = Pick<AccountServices, 'sql' | 'clock' | 'audit' | 'verifyCaptcha' | 'config'> & {
  readonly limitAttempts: AttemptLimiter
}

/**
 * Returns a function that answers with the account whose credentials these are, and throws: 401
 * `login_error` for a wrong password, 422 for an e-mail address that nobody has (401 where that is
 * hidden), 403 for a disabled user, 429 after too many failures. Failures are cleared by a
 * right password, unless a second factor is still to come.
 */
export function createPasswordCheck(services: Services) {
  const { sql, config, verifyCaptcha, limitAttempts } = services

  async function check(
    { email, password }: Credentials,
    key: AttemptKey,
    origin: AuditOrigin,
  ): Promise<Credential> {
    const found = await findCredential(sql, email)
    const browser = unknownBrowsersOf(key) === null ? 'known' : 'unknown'
    const right = await verifyPassword(found?.passwordHash ?? null, password, browser)
    if (found && right && !found.disabled) {
      if (!found.secondFactor) await clearFailures(sql, key)
      return found
    }
    await refuse(services, key, origin, {
      account: email,
      userId: found?.id ?? null,
      reason: reasonOf(found, right),
    })
    if (found && right) throw new AppError('account_disabled', 'This account is disabled')
    if (found || config.hideUnknown)
      throw new AppError('login_error', 'The e-mail address or the password is wrong')
    throw refusedField('email', fieldError('unknown_account'))
  }

  return async (
    credentials: Credentials,
    from: AttemptSource,
    origin: AuditOrigin,
  ): Promise<Credential> => {
    if (verifyCaptcha && !(await verifyCaptcha(credentials.captchaToken ?? '', origin.address))) {
      throw refusedField('recaptchatoken', fieldError('captcha'))
    }
    return limitAttempts(credentials.email, from, (key) => check(credentials, key, origin))
  }
}

type Reason = 'unknown account' | 'wrong password' | 'disabled' | 'wrong code'

function reasonOf(found: Credential | null, right: boolean): Reason {
  if (!found) return 'unknown account'
  return right ? 'disabled' : 'wrong password'
}

/** Counts a failed sign-in against its key and writes it into the audit. */
export async function refuse(
  { sql, clock, audit }: Pick<AccountServices, 'sql' | 'clock' | 'audit'>,
  key: AttemptKey,
  origin: AuditOrigin,
  {
    account,
    userId,
    reason,
  }: { readonly account: string; readonly userId: number | null; readonly reason: Reason },
): Promise<void> {
  await sql.transaction().execute(async (transaction) => {
    if (reason !== 'disabled') await recordFailure(transaction, key, clock())
    const shared = unknownBrowsersOf(key)
    if (shared && (reason === 'wrong password' || reason === 'unknown account'))
      await recordFailure(transaction, shared, clock())
    await audit(
      transaction,
      { ...origin, actorId: null },
      {
        action: 'session.sign-in-failed',
        ...{ entity: 'session', entityId: userId ?? '', entityName: account },
        after: { reason },
      },
    )
  })
}
