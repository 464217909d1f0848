import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from './postgres.ts'

test('two test databases do not see each other', async () => {
  const [one, other] = await Promise.all([testDatabase(), testDatabase()])
  await sql`create table marks (id integer)`.execute(one.sql)
  const seen = await sql<{
    found: string | null
  }>`select to_regclass('marks')::text as found`.execute(other.sql)
  expect(seen.rows).toEqual([{ found: null }])
  await Promise.all([one.drop(), other.drop()])
})
