import type { AuditSnapshot } from '#kit/server/audit.ts'
import { writtenColumns, type UserRow } from './users-store.ts'

const shown = [...writtenColumns, 'roles', 'permissions'] as const

/** A user as the audit shows them. With `after`, only the fields that were written. */
export function userSnapshot(user: UserRow, after?: AuditSnapshot): AuditSnapshot {
  const names = after ? shown.filter((name) => name in after) : shown
  return Object.fromEntries(names.map((name) => [name, user[name]]))
}

/** What an entry of the audit is about: a user. */
export const aboutUser = ({ id, email }: { readonly id: number; readonly email: string }) =>
  ({ entity: 'user', entityId: id, entityName: email }) as const
