import type { Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import { createToken, hashToken } from '#kit/server/token.ts'
import type { PasswordLink } from '../../contract/users.ts'
import { writePasswordLink } from './password-links-store.ts'

const validMs = 24 * 3_600_000

/**
 * A new one-time link for a person. The token is the link's fragment, which browsers send to
 * nobody.
 */
export async function createLink(
  sql: Kysely<DB>,
  userId: number,
  now: number,
): Promise<PasswordLink> {
  const token = createToken(192)
  await writePasswordLink(sql, userId, hashToken(token), now + validMs)
  return { path: `/reset#${token}`, expiresAt: now + validMs }
}
