import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createDatabase, dropDatabase } from '#testing/postgres/databases-store.ts'
import {
  installedVersions,
  startInstalledPostgres,
  type InstalledPostgres,
} from '#testing/postgres/installed-postgres.ts'
import { testDatabase, type TestDatabase } from '#testing/postgres/postgres.ts'
import { runProgram } from '#testing/programs/run-program.ts'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import { migrate } from './migrate.ts'
import { openSql } from '../postgres/sql.ts'

const log = pino({ level: 'silent' })
const productMigrations = join(import.meta.dirname, '..', '..', '..', 'migrations', 'postgres')

/** A directory of migrations with the given files. */
function migrations(files: Readonly<Record<string, string>>): string {
  const directory = temporaryDirectory()
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text)
  return directory
}

/** A server of an installed version, and databases on it. */
function installedEngine(version: string): () => Promise<TestDatabase> {
  let directory = ''
  let server: InstalledPostgres | undefined
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'warroom-test-'))
    server = startInstalledPostgres(version, directory)
  })
  afterAll(() => {
    server?.stop()
    rmSync(directory, { recursive: true, force: true })
  })
  let count = 0
  return async () => {
    const adminUrl = server?.url ?? ''
    const name = `test_${++count}`
    const admin = openSql({ url: adminUrl }, { log, connections: 1 })
    await createDatabase(admin, name)
    const url = adminUrl.replace('/postgres?', `/${name}?`)
    const database = openSql({ url }, { log })
    const drop = async (): Promise<void> => {
      await database.destroy()
      await dropDatabase(admin, name)
      await admin.destroy()
    }
    return { sql: database, url, drop }
  }
}

const one = { '0001-marks.sql': 'create table marks (id integer primary key);\n' }
const two = {
  ...one,
  '0002-more.sql': 'insert into marks values (1);\ninsert into marks values (2);\n',
}

function promises(takeDatabase: () => Promise<TestDatabase>): void {
  async function fresh(): Promise<TestDatabase> {
    const database = await takeDatabase()
    onTestFinished(() => database.drop())
    return database
  }

  async function count(database: TestDatabase): Promise<unknown> {
    const found = await sql<{
      count: number
    }>`select count(*)::integer as count from marks`.execute(database.sql)
    return found.rows[0]?.count
  }

  test('MG1 each file is applied once, in order', async () => {
    const database = await fresh()
    expect(await migrate(database.sql, migrations(one), log)).toEqual(['0001-marks.sql'])
    expect(await migrate(database.sql, migrations(two), log)).toEqual(['0002-more.sql'])
    expect(await migrate(database.sql, migrations(two), log)).toEqual([])
    expect(await count(database)).toBe(2)
  })

  test('MG1 the migrations of the product apply', async () => {
    const database = await fresh()
    const applied = await migrate(database.sql, productMigrations, log)
    expect(applied).toEqual(applied.toSorted())
    expect(applied.length).toBeGreaterThan(0)
  })

  test('MG2 three processes at once apply each file once', async () => {
    const database = await fresh()
    const slow = {
      ...one,
      '0002-slow.sql': 'select pg_sleep(0.3); insert into marks values (1);',
      '0003-last.sql': 'insert into marks values (3);',
    }
    const directory = migrations(slow)
    const programs = [1, 2, 3].map(() =>
      runProgram('migrate-database.ts', [database.url, directory]),
    )
    const applied = await Promise.all(
      programs.map(async (program) => JSON.parse(await program.nextLine()) as string[]),
    )
    expect(applied.flat().toSorted()).toEqual(Object.keys(slow))
    expect(await count(database)).toBe(2)
    expect(await Promise.all(programs.map(async ({ ended }) => (await ended).status))).toEqual([
      0, 0, 0,
    ])
  })

  test('MG3 a failing file leaves nothing, and the error names the line', async () => {
    const database = await fresh()
    const bad = {
      ...one,
      '0002-bad.sql': 'insert into marks values (1);\n\ninsert into mark values (2);\n',
    }
    await expect(migrate(database.sql, migrations(bad), log)).rejects.toThrow(
      /0002-bad\.sql, line 3 failed: relation "mark" does not exist/,
    )
    expect(await count(database)).toBe(0)
    expect(await migrate(database.sql, migrations(two), log)).toEqual(['0002-more.sql'])
  })

  test('MG4 a changed file, a late number and an unknown migration are refused', async () => {
    const database = await fresh()
    await migrate(database.sql, migrations(two), log)
    const changed = { ...two, '0001-marks.sql': 'create table marks (id bigint primary key);\n' }
    await expect(migrate(database.sql, migrations(changed), log)).rejects.toThrow(
      /0001-marks\.sql was changed/,
    )
    await expect(migrate(database.sql, migrations(one), log)).rejects.toThrow(
      /newer than this program.*2 \(more\)/,
    )
    const late = { ...two, '0000-late.sql': 'select 1;' }
    await expect(migrate(database.sql, migrations(late), log)).rejects.toThrow(
      /0000-late\.sql comes before 2/,
    )
    const windows = Object.fromEntries(
      Object.entries(two).map(([name, text]) => [name, text.replaceAll('\n', '\r\n')]),
    )
    expect(await migrate(database.sql, migrations(windows), log)).toEqual([])
  })
}

describe('on the embedded PostgreSQL', () => promises(() => testDatabase({ empty: true })))

for (const version of installedVersions()) {
  describe(`on the installed PostgreSQL ${version}`, () => promises(installedEngine(version)))
}

test(
  `MG1 tried on the embedded PostgreSQL and on the installed ` +
    `versions: ${installedVersions().join(', ') || 'none is installed here'}`,
  async () => {
    const database = await testDatabase({ empty: true })
    onTestFinished(() => database.drop())
    const version = await sql<{ server_version: string }>`show server_version`.execute(database.sql)
    expect(version.rows[0]?.server_version).toMatch(/^18\./)
  },
)

describe('MG1 files that cannot be migrations are refused', () => {
  test.for([
    ['a bad name', { '1-marks.sql': '' }, /must be called NNNN-name\.sql/],
    [
      'a number used twice',
      { '0001-a.sql': '', '0001-b.sql': '' },
      /0001-a\.sql and 0001-b\.sql have the same number/,
    ],
    [
      'its own transaction',
      { '0001-a.sql': 'select 1;\n  COMMIT;' },
      /must not begin or end transactions/,
    ],
  ] as const)('%s', async ([, files, message]) => {
    const database = await testDatabase({ empty: true })
    onTestFinished(() => database.drop())
    await expect(migrate(database.sql, migrations(files), log)).rejects.toThrow(message)
  })
})
