import type { Kysely } from 'kysely'
import type { Role } from '#kit/model/permission.ts'
import { productOrigin, type Audit } from '#kit/server/audit.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { findCredential } from '../passwords/credentials-store.ts'
import { hashPassword, verifyPassword } from '../passwords/password.ts'
import { replacePassword } from '../passwords/replace-password.ts'
import { addUser } from './add-user.ts'

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
export const demoAccounts = people.map(([role, name]) => ({
  role,
  name,
  email: `${role}@warroom.test`,
}))

interface Audited {
  readonly sql: Kysely<DB>
  readonly audit: Audit
}

const about = (entityId: number, { email }: { readonly email: string }) =>
  ({ entity: 'user', entityId, entityName: email }) as const

/**
 * Adds the demo accounts that are missing and opens those that were closed; leaves the others as
 * they are.
 */
export async function ensureDemoAccounts({ sql, audit }: Audited): Promise<void> {
  await Promise.all(
    demoAccounts.map(async ({ role, ...person }) => {
      const existing = await findCredential(sql, person.email)
      if (existing !== null && existing.passwordHash !== null) return
      const passwordHash = await hashPassword(demoPassword)
      await sql.transaction().execute(async (transaction) => {
        if (existing === null) {
          const id = await addUser(transaction, { ...person, roles: [role] }, passwordHash)
          const after = { ...person, roles: [role] }
          if (id !== null)
            await audit(transaction, productOrigin(), {
              action: 'user.create',
              ...about(id, person),
              after,
            })
          return
        }
        await replacePassword(transaction, existing.id, passwordHash)
        await audit(transaction, productOrigin(), {
          action: 'user.reset-password',
          ...about(existing.id, person),
        })
      })
    }),
  )
}

/**
 * Takes from the demo accounts the published password, and ends their sessions: without
 * demo data nobody gets in by it. An account whose password was changed is left as it is. Returns
 * how many were closed.
 */
export async function closeDemoAccounts({ sql, audit }: Audited): Promise<number> {
  const closed = await Promise.all(
    demoAccounts.map(async ({ email }) => {
      const existing = await findCredential(sql, email)
      if (!existing?.passwordHash || !(await verifyPassword(existing.passwordHash, demoPassword)))
        return 0
      await sql.transaction().execute(async (transaction) => {
        const ended = await replacePassword(transaction, existing.id, null)
        const after = { endedSessions: ended.length }
        await audit(transaction, productOrigin(), {
          action: 'user.close-demo-account',
          ...about(existing.id, { email }),
          after,
        })
      })
      return 1
    }),
  )
  return closed.reduce<number>((sum, one) => sum + one, 0)
}
