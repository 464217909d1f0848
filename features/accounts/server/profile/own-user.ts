import type { Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { Profile } from '../../contract/profile.ts'
import { countRecoveryCodes } from '../second-factor/recovery-codes-store.ts'
import { notSignedIn } from '../sessions/session-user.ts'
import { readUser, type UserRow } from '../users/users-store.ts'

/** The person who asks; 401 when they were removed meanwhile. */
export async function ownUser(sql: Kysely<DB>, userId: number): Promise<UserRow> {
  const user = await readUser(sql, userId)
  if (!user) throw notSignedIn()
  return user
}

export async function ownProfile(sql: Kysely<DB>, userId: number): Promise<Profile> {
  const recoveryCodesLeft = await countRecoveryCodes(sql, userId)
  return { ...(await ownUser(sql, userId)), recoveryCodesLeft }
}
