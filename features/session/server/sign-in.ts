import type { Kysely } from 'kysely'
import { AppError } from '#kit/model/errors.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { CaptchaVerifier } from './captcha.ts'
import { verifyPassword } from './password.ts'
import { addressGroup, assertMayTry, createSerialiser } from './sign-in-limits.ts'
import { clearFailures, readFailures, recordFailure } from './sign-in-failures-store.ts'
import { findAccount } from './users-store.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
  readonly captchaToken: string | undefined
  readonly address: string
}

interface SignInServices {
  readonly sql: Kysely<DB>
  readonly clock: Clock
  readonly hideUnknown: boolean
  readonly verifyCaptcha: CaptchaVerifier | null
}

/**
 * Returns a function that answers with the id of the user whose credentials these are, and throws: 401 `login_error` for a wrong
 * password, 422 for an e-mail address that nobody has (401 where that is hidden), 403 for a disabled user, 429 after too many failures.
 */
export function createPasswordCheck({ sql, clock, hideUnknown, verifyCaptcha }: SignInServices) {
  const oneByOne = createSerialiser()

  async function check(credentials: Credentials, account: string, address: string): Promise<number> {
    assertMayTry(await readFailures(sql, account, address, clock()), clock())
    const found = await findAccount(sql, account)
    const right = await verifyPassword(found?.passwordHash ?? null, credentials.password)
    if (found && right) {
      await clearFailures(sql, account, address)
      if (found.disabled) throw new AppError('forbidden', 'This account is disabled')
      return found.id
    }
    await recordFailure(sql, account, address, clock())
    if (found || hideUnknown) throw new AppError('login_error', 'The e-mail address or the password is wrong')
    throw new AppError('invalid', 'email: this user does not exist', { errors: { email: ['This user does not exist'] } })
  }

  return async (credentials: Credentials): Promise<number> => {
    if (verifyCaptcha && !(await verifyCaptcha(credentials.captchaToken ?? '', credentials.address))) {
      const reason = 'The captcha was not passed'
      throw new AppError('invalid', reason, { errors: { recaptchatoken: [reason] } })
    }
    const account = credentials.email.toLowerCase()
    const address = addressGroup(credentials.address)
    return oneByOne(`${account} ${address}`, () => check(credentials, account, address))
  }
}
