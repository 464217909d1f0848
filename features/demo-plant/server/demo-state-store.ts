import type { Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'

/** What of the demo plant outlives a restart. */
export interface DemoState {
  readonly seed: number
  /** History that is to be filled in, ms UTC. */
  readonly backfill: { readonly from: number; readonly to: number }
  readonly backfilled: boolean
}

const key = 'demo-plant'

export async function readDemoState(sql: Kysely<DB>): Promise<DemoState | null> {
  const row = await sql
    .selectFrom('settings')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst()
  return row ? (row.value as unknown as DemoState) : null
}

export async function writeDemoState(sql: Kysely<DB>, state: DemoState): Promise<void> {
  const value = JSON.stringify(state)
  await sql
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
