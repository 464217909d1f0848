import { sql, type Transaction } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { Sql } from '#kit/server/postgres/sql.ts'

/** Runs `work` as somebody with rights to the whole database, whom no trigger stops. */
export async function tamper(
  database: Sql,
  work: (transaction: Transaction<DB>) => Promise<unknown>,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction)
    await work(transaction)
  })
}

/** As if the period of every sum had passed. */
export async function endSums(database: Sql): Promise<void> {
  await database
    .updateTable('audit_sums')
    .set({ ends_at: new Date(0) })
    .execute()
}

/** Lets two entries change their places in the chain, by their ids. */
export async function swapLinks(
  transaction: Transaction<DB>,
  one: number,
  other: number,
): Promise<void> {
  await sql`
    update audit_chain as link set entry_id = -(case when entry_id = ${one} then ${other}::bigint
      else ${one}::bigint end)
    where entry_id in (${one}, ${other})`.execute(transaction)
  await sql`update audit_chain set entry_id = -entry_id where entry_id < 0`.execute(transaction)
}

/**
 * Writes links and head again over what is in the entries, as an attacker would who has the
 * code.
 */
export async function rewriteChain(transaction: Transaction<DB>): Promise<void> {
  await sql`create temporary table kept on commit drop as select position, entry_id from audit_chain
    order by position`.execute(transaction)
  await sql`delete from audit_chain`.execute(transaction)
  await sql`update audit_head set (position, hash) = (select position, hash
    from audit_checkpoint)`.execute(transaction)
  await sql`
    select append_to_audit_chain(entry) from (
      select entries.* from kept join audit_entries as entries on entries.id = kept.entry_id
      order by kept.position
    ) as entry`.execute(transaction)
}

/** Tables whose changes need no entry, with the reason. */
const unaudited: Readonly<Record<string, string>> = {
  schema_migrations: 'the program itself',
  audit_chain: 'the audit itself',
  audit_head: 'the audit itself',
  audit_checkpoint: 'the audit itself',
  sign_in_failures: 'counters of the limits: each failure has its entry, what is over is removed',
  sign_in_tickets: 'the first of two steps of one sign-in, whose entry is written at the second',
  expiry_clock: 'what the clock reported last: doubt and confirmation have entries',
  device_offline_reports: 'what devices say of themselves: nobody changes it',
  alarm_evaluation: 'until when readings were held against rules: nobody changes it',
  alarm_events: 'the record of each alarm itself; what people did has entries beside it',
  alarm_shelves: 'a shelf ends by itself; what people hide and show has entries',
  alarms: 'alarms come and pass by themselves; what people do to them has entries',
  exports: 'how far the work has come that an entry asked for; files expire by themselves',
  deliveries: 'how far the sending of something has come; what asks for it has entries',
  delivery_attempts: 'the record of each delivery itself',
  export_schedule_runs: 'how far a run of a schedule has come; its mails have an entry',
  notification_notices: 'how far the notice of an alarm has come',
  notification_held: 'what waits for the end of the quiet hours of a person',
  push_keys: 'made by the server itself, once',
  push_browsers: 'one that is gone is removed by itself; turning on and off has entries',
  notification_cursor: 'up to which event alarms were looked at',
  imports: 'how far the work has come that an entry asked for; its end has an entry',
  reading_deletions: 'how far the work has come that an entry asked for; its end has an entry',
}
/**
 * Facts of the installation that nobody configures: how far the demo's history is filled in, and
 * how far the comparison of rollups has come, whose begin and end have entries.
 */
const unauditedSettings = ['demo-plant', 'rollup-repair']
/**
 * Columns that change without anybody changing anything: by looking, and by the number of the
 * newest code that was used; when a schedule is due next.
 */
const touched = ['last_seen_at', 'expires_at', 'last_step', 'next_at']

/**
 * From now on every transaction that changes a row is recorded, whatever the table; those of tables
 * to come too.
 */
export async function recordChanges(database: Sql): Promise<void> {
  await sql`create table noted_changes (transaction_id xid8, table_name text, operation text,
    row_text text)`.execute(database)
  await sql`
    create function note_change() returns trigger language plpgsql as $$
    declare
      new_row jsonb := case when tg_op = 'DELETE' then null else to_jsonb(new) end;
      old_row jsonb := case when tg_op = 'INSERT' then null else to_jsonb(old) end;
    begin
      if tg_op = 'UPDATE' and new_row - ${sql.lit(`{${touched.join(',')}}`)}::text[] = old_row -
        ${sql.lit(`{${touched.join(',')}}`)}::text[] then
        return null;
      end if;
      if tg_table_name = 'settings'
      and coalesce(new_row,
      old_row) ->> 'key' = any(${sql.lit(`{${unauditedSettings.join(',')}}`)}::text[]) then
        return null;
      end if;
      insert into noted_changes values (pg_current_xact_id(), tg_table_name, tg_op,
      left(coalesce(new_row, old_row)::text, 200));
      return null;
    end $$`.execute(database)
  const { rows } = await sql<{
    name: string
  }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(database)
  for (const { name } of rows) {
    if (name === 'noted_changes' || name in unaudited) continue
    await sql`create trigger changes_noted after insert or update or delete
      on ${sql.id(name)} for each row execute function note_change()`.execute(database)
  }
}

/**
 * Changes since the last call whose transaction wrote nothing into the audit, as `operation table:
 * row`.
 */
export async function takeUnaudited(database: Sql): Promise<readonly string[]> {
  const { rows } = await sql<{ change: string }>`
    with gone as (delete from noted_changes returning *)
    select distinct operation || ' ' || table_name || ': ' || row_text as change from gone
    where transaction_id not in (select transaction_id from gone
    where table_name in ('audit_entries', 'audit_sums'))`.execute(database)
  return rows.map(({ change }) => change)
}
