import type { Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import { replaceRights, type AssignedRights } from './user-rights-store.ts'
import { insertUser, type UserFields } from './users-store.ts'

interface NewUser extends Partial<UserFields>, Partial<AssignedRights> {
  readonly name: string
  readonly email: string
}

/**
 * Adds a user with what they are given; the id, or null when the e-mail address is taken.
 * `passwordHash`: null lets nobody in until a password is chosen.
 */
export async function addUser(
  transaction: Kysely<DB>,
  { roles = [], permissions = [], ...fields }: NewUser,
  passwordHash: string | null,
): Promise<number | null> {
  const id = await insertUser(transaction, fields, passwordHash)
  if (id !== null) await replaceRights(transaction, id, { roles, permissions })
  return id
}
