import type { Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import { RollupRepair } from '../../contract/retention.ts'

const key = 'rollup-repair'

/** The repair that was recorded last; null: there was none. */
export async function readRepair(sql: Kysely<DB>): Promise<RollupRepair | null> {
  const row = await sql
    .selectFrom('settings')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst()
  return row ? RollupRepair.parse(row.value) : null
}

export async function writeRepair(sql: Kysely<DB>, repair: RollupRepair): Promise<void> {
  const value = JSON.stringify(repair)
  await sql
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
