import { sql as query, type Kysely, type Transaction } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'

export interface RoleRow {
  readonly name: string
  readonly builtIn: boolean
  readonly version: number
  readonly permissions: string[]
  /** Accounts that hold it. */
  readonly members: number
}

const permissionNames = query<string[]>`array(
  select permission from role_permissions where role = roles.name order by permission)`
const memberCount = query<number>`(
  select count(*)::integer from user_roles where role = roles.name)`

function selectRoles(sql: Kysely<DB>) {
  return sql
    .selectFrom('roles')
    .select(['name', 'built_in as builtIn', 'version'])
    .select(permissionNames.as('permissions'))
    .select(memberCount.as('members'))
}

/** Every role, built-in ones first. */
export async function listRoleRows(sql: Kysely<DB>): Promise<readonly RoleRow[]> {
  return selectRoles(sql)
    .orderBy(query`not built_in`)
    .orderBy(query`lower(name)`)
    .execute()
}

/**
 * What these roles may do is changed by nobody until the transaction ends, and whoever is changing
 * it is waited for. `admin` never changes.
 */
export async function holdRoles(sql: Kysely<DB>, names: readonly string[]): Promise<void> {
  await sql
    .selectFrom('roles')
    .select('name')
    .where('name', 'in', [...names, ''])
    .where('name', '<>', 'admin')
    .orderBy('name')
    .forShare()
    .execute()
}

export async function readRoleRow(sql: Kysely<DB>, name: string): Promise<RoleRow | null> {
  return (await selectRoles(sql).where('name', '=', name).executeTakeFirst()) ?? null
}

/** Until the transaction ends nobody else makes or renames a role. */
export async function lockRoleNames(transaction: Transaction<DB>): Promise<void> {
  await query`select pg_advisory_xact_lock(hashtext('role names'))`.execute(transaction)
}

/** Adds a role; false when the name is taken. */
export async function insertRole(sql: Kysely<DB>, name: string): Promise<boolean> {
  const row = await sql
    .insertInto('roles')
    .values({ name })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether another role than `name` is called so, in upper or lower case. */
export async function roleNameIsTaken(
  sql: Kysely<DB>,
  wanted: string,
  name: string | null,
): Promise<boolean> {
  const row = await sql
    .selectFrom('roles')
    .select('name')
    .where(query`lower(name)`, '=', query`lower(${wanted})`)
    .where(query<boolean>`name is distinct from ${name}`)
    .executeTakeFirst()
  return row !== undefined
}

/** Counts an edit, perhaps with a new name; false when the role was changed since `version`. */
export async function writeRole(
  sql: Kysely<DB>,
  name: string,
  version: number,
  newName = name,
): Promise<boolean> {
  const row = await sql
    .updateTable('roles')
    .set((to) => ({ name: newName, version: to('version', '+', 1) }))
    .where('name', '=', name)
    .where('version', '=', version)
    .returning('name')
    .executeTakeFirst()
  return row !== undefined
}

/** Replaces what a role may do. */
export async function replaceRolePermissions(
  sql: Kysely<DB>,
  role: string,
  permissions: readonly string[],
): Promise<void> {
  await sql
    .deleteFrom('role_permissions')
    .where('role', '=', role)
    .where('permission', 'not in', [...permissions, ''])
    .execute()
  if (permissions.length === 0) return
  const rows = permissions.map((permission) => ({ role, permission }))
  await sql
    .insertInto('role_permissions')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Removes a role unless somebody holds it; false then. */
export async function deleteUnusedRole(sql: Kysely<DB>, name: string): Promise<boolean> {
  await sql.selectFrom('roles').select('name').where('name', '=', name).forUpdate().execute()
  const row = await sql
    .deleteFrom('roles')
    .where('name', '=', name)
    .where(query<boolean>`not exists (select from user_roles where role = roles.name)`)
    .returning('name')
    .executeTakeFirst()
  return row !== undefined
}

/** Names of every permission, in the order of the specification: those of products last. */
export async function listPermissionNames(sql: Kysely<DB>): Promise<readonly string[]> {
  const rows = await sql.selectFrom('permissions').select('name').orderBy('name').execute()
  return rows.map(({ name }) => name)
}

/** Every role that exists, those that came with the installation first. */
export async function listRoleNames(sql: Kysely<DB>): Promise<readonly string[]> {
  const rows = await sql
    .selectFrom('roles')
    .select('name')
    .orderBy('built_in', 'desc')
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}
