import type { Sql } from '#kit/server/postgres/sql.ts'

export interface NewAccount {
  readonly email: string
  readonly name?: string
  readonly roles: readonly string[]
  /** Given directly. */
  readonly permissions?: readonly string[]
  readonly disabled?: boolean
  readonly passwordHash?: string
}

/** The hash of a password that nobody has. */
const unknownPassword = `$argon2id$v=19$m=8,t=1,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`

/**
 * Adds an account as it is asked for, with a password that nobody has unless it is given; its id.
 */
export async function insertAccount(sql: Sql, account: NewAccount): Promise<number> {
  const {
    email,
    name = email,
    roles,
    permissions = [],
    disabled = false,
    passwordHash = unknownPassword,
  } = account
  const { id } = await sql
    .insertInto('users')
    .values({ email, name, disabled, password_hash: passwordHash })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (roles.length > 0) {
    const rows = roles.map((role) => ({ user_id: id, role }))
    await sql.insertInto('user_roles').values(rows).execute()
  }
  if (permissions.length > 0) {
    const rows = permissions.map((permission) => ({ user_id: id, permission }))
    await sql.insertInto('user_permissions').values(rows).execute()
  }
  return id
}

/** Gives accounts the same password: that of this e-mail address, or all. */
export async function setPasswordHash(sql: Sql, hash: string, email?: string): Promise<void> {
  await sql
    .updateTable('users')
    .set({ password_hash: hash })
    .$if(email !== undefined, (query) => query.where('email', '=', email ?? ''))
    .execute()
}

/** Signs a user in without a password. */
export async function insertSessionOf(
  sql: Sql,
  userId: number,
  tokenHash: Buffer,
  now: number,
): Promise<void> {
  const [moment, expires_at] = [new Date(now), new Date(now + 86_400_000)]
  const session = {
    user_id: userId,
    token_hash: tokenHash,
    created_at: moment,
    last_seen_at: moment,
    expires_at,
  }
  await sql
    .insertInto('sessions')
    .values({ ...session, address: '203.0.113.7', user_agent: 'test' })
    .execute()
}
