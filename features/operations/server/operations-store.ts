import { sql, type Kysely } from 'kysely'

/** Whether the relational store answers. */
export async function sqlAnswers<Database>(database: Kysely<Database>): Promise<boolean> {
  try {
    await sql`select 1`.execute(database)
    return true
  } catch {
    return false
  }
}
