import { timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import { AppError } from '#kit/model/calls/errors.ts'
import { productOrigin, type Audit, type AuditOrigin } from '#kit/server/audit.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { createToken, hashToken } from '#kit/server/token.ts'
import { hashPassword } from '../passwords/password.ts'
import { assertAcceptable } from '../passwords/new-password.ts'
import type { AccountServices } from '../account-services.ts'
import type { VerifiedUser } from '../sessions/browser-sessions.ts'
import { readSetUp, takeSetUp, writeSetUp } from './first-administrator-store.ts'
import { addUser } from '../users/add-user.ts'
import { administratorExists } from '../users/user-rights-store.ts'

const validMs = 24 * 3_600_000

/**
 * A new one-time link with which the first administrator makes an account while nobody can sign in
 * as one, valid for 24 h; it replaces an earlier one. Null when there is such a person. The token
 * is the link's fragment, which browsers send to nobody.
 */
export async function firstAdministratorLink(
  { sql, audit }: { readonly sql: Kysely<DB>; readonly audit: Audit },
  siteUrl: string,
  now: number,
): Promise<string | null> {
  if (await administratorExists(sql)) return null
  const token = createToken(192)
  const expiresAt = now + validMs
  await sql.transaction().execute(async (transaction) => {
    await writeSetUp(transaction, { tokenHash: hashToken(token).toString('base64'), expiresAt })
    await audit(transaction, productOrigin(), {
      action: 'user.first-administrator-link',
      ...{ entity: 'installation', entityId: '', entityName: '' },
      after: { expiresAt: new Date(expiresAt).toISOString() },
    })
  })
  return `${siteUrl.replace(/\/$/, '')}/setup#${token}`
}

interface FirstAdministrator {
  readonly token: string
  readonly email: string
  readonly name: string
  readonly password: string
}

/**
 * Creates the first administrator and uses the token up; the account. 403 for a token that is
 * wrong, old or used.
 */
export async function createFirstAdministrator(
  { sql, audit, clock }: Pick<AccountServices, 'sql' | 'audit' | 'clock'>,
  person: FirstAdministrator,
  origin: AuditOrigin,
): Promise<VerifiedUser> {
  const refused = new AppError(
    'forbidden',
    'This set-up link is not valid any more; restart the server for a new one',
  )
  const setUp = await readSetUp(sql)
  const presented = hashToken(person.token)
  if (
    !setUp ||
    setUp.expiresAt <= clock() ||
    !timingSafeEqual(Buffer.from(setUp.tokenHash, 'base64'), presented)
  )
    throw refused
  const { email, name, password } = person
  assertAcceptable('password', password, [name, email])
  const passwordHash = await hashPassword(password)
  const after = { name, email, roles: ['admin'] }
  return sql.transaction().execute(async (transaction) => {
    if (!(await takeSetUp(transaction, setUp))) throw refused
    if (await administratorExists(transaction)) throw refused
    const id = await addUser(transaction, after, passwordHash)
    if (id === null) throw refused
    const about = { entity: 'user', entityId: id, entityName: email } as const
    const record = { action: 'user.set-up-first-administrator', ...about, after } as const
    await audit(transaction, { ...origin, actorId: id }, record)
    return { id, passwordHash, secondFactor: false }
  })
}
