import { sql } from 'kysely'
import type { Sql } from '#kit/server/postgres/sql.ts'

/** Creates the database `name`, as a copy of `template` when one is named. */
export async function createDatabase(admin: Sql, name: string, template?: string): Promise<void> {
  const source = template === undefined ? sql`` : sql` template ${sql.id(template)}`
  await sql`create database ${sql.id(name)}${source}`.execute(admin)
}

/** Drops the database `name`, with whoever is still connected to it. */
export async function dropDatabase(admin: Sql, name: string): Promise<void> {
  await sql`drop database if exists ${sql.id(name)} with (force)`.execute(admin)
}

/**
 * Ends every connection of the database that waits for notifications, after `work` in the same
 * transaction: what it announces is lost.
 */
export async function loseNotifications(
  database: Sql,
  work: (transaction: Sql) => Promise<void>,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await work(transaction)
    await sql`
      select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and application_name = 'warroom listener'`.execute(
      transaction,
    )
  })
}

/** From now on nobody is notified of sessions and rights that change. */
export async function dropRightsNotifications(database: Sql): Promise<void> {
  for (const name of ['session', 'rights', 'role'])
    await sql`drop function ${sql.id(`notify_${name}_changed`)} cascade`.execute(database)
}

/** How many statements of this database wait for a lock that another transaction holds. */
export async function countWaiting(database: Sql): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::integer as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(database)
  return rows[0]?.waiting ?? 0
}

/** Ends the sessions of this database that wait for a lock of another one; how many. */
export async function endWaiting(database: Sql): Promise<number> {
  const { rows } = await sql`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(database)
  return rows.length
}

/** Gives a sensor another alias, of which nobody is notified. */
export async function renameUnnoticed(database: Sql, id: number, alias: string): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction)
    await transaction.updateTable('sensors').set({ alias }).where('id', '=', id).execute()
  })
}

/** From now on the table of sensors takes this key no more. */
export async function forbidSensorKey(database: Sql, key: string): Promise<void> {
  await sql`alter table sensors add constraint no_such_key check (key <> ${sql.lit(key)})`.execute(
    database,
  )
}

/** From now on whoever adds a sensor with this key gets an error of the class `state`. */
export async function failForSensorKey(
  database: Sql,
  key: string,
  state: '23514' | 'P0001',
): Promise<void> {
  const name = sql.id(`fail_for_${key}`)
  await sql`
    create function ${name}() returns trigger language plpgsql as $$ begin
      if new.key = ${sql.lit(key)} then
        raise exception 'a defect' using errcode = ${sql.lit(state)};
      end if;
      return new;
    end $$`.execute(database)
  await sql`create trigger ${name} before insert on sensors for each row
    execute function ${name}()`.execute(database)
}

/** What any role of the database can do. */
export async function notify(database: Sql, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(database)
}

/**
 * Ends the sessions of this database whose name is like `name`, with `if waited for` only while
 * another session waits for the advisory lock that they hold. How many.
 */
export async function endSessions(
  database: Sql,
  name: string,
  when?: 'if waited for',
): Promise<number> {
  const waitedFor =
    when === undefined
      ? sql`true`
      : sql`exists (select from pg_locks where locktype = 'advisory' and not granted)`
  const { rows } = await sql`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and application_name like ${name} and ${waitedFor}`.execute(
    database,
  )
  return rows.length
}

/** Who holds advisory locks of this database. */
export async function lockHolders(
  database: Sql,
): Promise<readonly { readonly backend: number; readonly name: string }[]> {
  const { rows } = await sql<{ backend: number; name: string }>`
    select pid as backend, application_name as name from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and granted and datname = current_database()`.execute(database)
  return rows
}

/** The number of the file that a table is stored in: another one after it was written again. */
export async function fileOf(database: Sql, table: string): Promise<number> {
  const { rows } = await sql<{ file: number }>`
    select pg_relation_filenode(${table}::regclass) as file`.execute(database)
  return rows[0]?.file ?? 0
}
