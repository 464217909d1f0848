import type { Kysely } from 'kysely'
import type { Role } from '#kit/model/permission.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { deleteSessionsOf } from './own-sessions-store.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { findAccount, insertUser, noPassword, replacePassword } from './users-store.ts'

export const demoPassword = 'warroom'

const people: readonly (readonly [Role, string])[] = [
  ['admin', 'Ingrid Halvorsen'],
  ['manager', 'Marcus Oyelaran'],
  ['editor', 'Lin Yi-chen'],
  ['user', 'Nguyễn Thu Hà'],
  ['visitor', 'Vera Sokolova'],
  ['free', 'Felix Brandt'],
  ['basic', 'Beatriz Amaral'],
]

/** One account for every role, shown on the sign-in page while demo data is on. */
export const demoAccounts = people.map(([role, name]) => ({ role, name, email: `${role}@warroom.test` }))

/** Adds the demo accounts that are missing and opens those that were closed; leaves the others as they are. */
export async function ensureDemoAccounts(sql: Kysely<DB>): Promise<void> {
  await Promise.all(
    demoAccounts.map(async (account) => {
      const known = await findAccount(sql, account.email)
      if (known === null) return insertUser(sql, { ...account, passwordHash: await hashPassword(demoPassword) })
      return known.passwordHash === null ? replacePassword(sql, known.id, await hashPassword(demoPassword)) : null
    }),
  )
}

/**
 * Takes from the demo accounts the password that everybody knows, and ends their sessions: without demo data nobody gets in by it. An account
 * whose password was changed is left as it is. Returns how many were closed.
 */
export async function closeDemoAccounts(sql: Kysely<DB>): Promise<number> {
  const closed = await Promise.all(
    demoAccounts.map(async ({ email }) => {
      const known = await findAccount(sql, email)
      if (!known?.passwordHash || !(await verifyPassword(known.passwordHash, demoPassword))) return 0
      await sql.transaction().execute(async (transaction) => {
        await replacePassword(transaction, known.id, noPassword)
        await deleteSessionsOf(transaction, known.id, null)
      })
      return 1
    }),
  )
  return closed.reduce<number>((sum, one) => sum + one, 0)
}
