import type { Kysely } from 'kysely'
import type { DB } from '../postgres-schema.ts'
import type { SeenTime } from './passed-time.ts'

/** Null before the first look of all. */
export async function readSeenTime(sql: Kysely<DB>): Promise<SeenTime | null> {
  const row = await sql.selectFrom('expiry_clock').select(['clock', 'trusted']).executeTakeFirst()
  return row ? { clock: row.clock.getTime(), trusted: row.trusted.getTime() } : null
}

export async function writeSeenTime(sql: Kysely<DB>, seen: SeenTime): Promise<void> {
  const times = { clock: new Date(seen.clock), trusted: new Date(seen.trusted) }
  await sql
    .insertInto('expiry_clock')
    .values(times)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(times))
    .execute()
}
