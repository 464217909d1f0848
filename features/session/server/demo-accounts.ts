import type { Kysely } from 'kysely'
import type { Role } from '#kit/model/permission.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { hashPassword } from './password.ts'
import { insertUser, listUsers } from './users-store.ts'

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

/** Adds the demo accounts that are missing; leaves the others as they are. */
export async function ensureDemoAccounts(sql: Kysely<DB>): Promise<void> {
  const known = new Set((await listUsers(sql)).map(({ email }) => email.toLowerCase()))
  const missing = demoAccounts.filter(({ email }) => !known.has(email))
  await Promise.all(
    missing.map(async (account) => insertUser(sql, { ...account, passwordHash: await hashPassword(demoPassword) })),
  )
}
