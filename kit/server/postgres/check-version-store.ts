import { sql, type Kysely } from 'kysely'

/** As PostgreSQL numbers it, such as 150004 for 15.4, and as it writes it. */
export async function readServerVersion<DB>(
  database: Kysely<DB>,
): Promise<{ readonly number: number; readonly text: string }> {
  const { rows } = await sql<{ number: number; text: string }>`
    select current_setting('server_version_num')::integer as number,
    current_setting('server_version') as text`.execute(database)
  return rows[0] ?? { number: 0, text: 'unknown' }
}
