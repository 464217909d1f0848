import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { inject } from 'vitest'
import { socketUrl } from '#kit/server/postgres/embedded.ts'
import { openSql, type Sql } from '#kit/server/postgres/sql.ts'
import { createDatabase, dropDatabase } from './databases-store.ts'
import { templateName } from '#testing/engines/cluster-image.ts'
import { requestPostgres } from '#testing/engines/postgres-on-demand.ts'

/** A database for one test file or one test. */
export interface TestDatabase {
  readonly sql: Sql
  /** Its connection string, for connections of one's own. */
  readonly url: string
  /** Closes `sql` and drops the database, with whoever is still connected. */
  readonly drop: () => Promise<void>
}

export interface TestDatabaseOptions {
  /** Without migrations applied. */
  readonly empty?: boolean
}

/**
 * A fresh, migrated PostgreSQL database on the test run's own server. Costs some 40 ms: take one
 * per file (`beforeAll`), and `drop` it in `afterAll`.
 */
export async function testDatabase({
  empty = false,
}: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const log = pino({ level: 'error' })
  const sockets = await requestPostgres(inject('postgres'))
  const name = `test_${randomBytes(8).toString('hex')}`
  const admin = openSql({ url: socketUrl(sockets, 'postgres') }, { log, connections: 1 })
  await createDatabase(admin, name, empty ? undefined : templateName)
  const url = socketUrl(sockets, name)
  const sql = openSql({ url }, { log, connections: 4 })
  return {
    sql,
    url,
    async drop() {
      await sql.destroy()
      await dropDatabase(admin, name)
      await admin.destroy()
    },
  }
}
