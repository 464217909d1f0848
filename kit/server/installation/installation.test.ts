import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#testing/postgres/postgres.ts'
import { emptyTelemetry, telemetryMigrations, type TestTelemetry } from '#testing/telemetry.ts'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import { insertDevice } from '#testing/postgres/devices-store.ts'
import type { Reading } from '#kit/model/reading.ts'
import { migrateTelemetry } from '../clickhouse/migrate-telemetry.ts'
import type { Telemetry } from '../clickhouse/telemetry.ts'
import { migrate } from '../migrations/migrate.ts'
import type { Sql } from '../postgres/sql.ts'
import { installationFile, readDirectoryFile, writeDirectoryFile } from './directory-file.ts'
import {
  findInstallation,
  openInstallation,
  type InstallationParts,
  type Opening,
  type OpeningServices,
} from './installation.ts'

const log = pino({ level: 'silent' })
const databaseMigrations = join(import.meta.dirname, '../../../migrations/postgres')
let database: TestDatabase
let engine: TestTelemetry
let parts: InstallationParts

beforeEach(async () => {
  database = await testDatabase({ empty: true })
  engine = emptyTelemetry()
  parts = {
    directory: temporaryDirectory(),
    sql: database.sql,
    telemetry: engine.telemetry,
    places: { database: 'postgres://host/warroom', telemetry: 'http://host/warroom' },
  }
})
afterEach(async () => {
  await engine.close()
  await database.drop()
})

const open = (opening: Opening = 'start', some: InstallationParts = parts) =>
  openInstallation(some, opening, {
    ...audited,
    prepare: async () => {
      await migrate(database.sql, databaseMigrations, log)
      await migrateTelemetry(engine.telemetry, telemetryMigrations)
    },
  })

const origin = { actorId: null, address: 'tests', requestId: 'request' }
const audited: Omit<OpeningServices, 'prepare'> = {
  // Written as an entry is, so that a test sees what its transaction left.
  audit: async (transaction, { address, requestId }, { action, entity, entityId, entityName }) => {
    const entry = { action, entity, entity_id: String(entityId), entity_name: entityName }
    const values = { ...entry, address, request_id: requestId }
    await transaction.insertInto('audit_entries').values(values).execute()
  },
  origin,
  log,
}
const entries = () =>
  database.sql.selectFrom('audit_entries').select(['action', 'entity_id', 'address']).execute()

const readingOf = (sensorId: number): Reading => ({
  sensorId,
  time: Date.UTC(2026, 0, 1),
  value: 1,
  quality: 'good',
})

/** The database as somebody finds it whose write fails at the moment of a kill. */
const withoutInserts = (sql: Sql): Sql =>
  sql.withPlugin({
    transformQuery({ node }) {
      if (node.kind === 'InsertQueryNode') throw new Error('killed')
      return node
    },
    transformResult: async ({ result }) => result,
  })
const withoutInsert = (telemetry: Telemetry): Telemetry => ({
  ...telemetry,
  insert: () => Promise.reject(new Error('killed')),
})

test('ID1 the first start names all three parts, later starts find the same', async () => {
  const first = await open()
  expect(await open()).toEqual(first)
  expect(await open('existing')).toEqual(first)
  const { directory, database: named, telemetry } = await findInstallation(parts)
  expect(directory).toEqual({ ...first, complete: true })
  expect(named.identity).toMatchObject({ ...first, path: parts.directory })
  expect(telemetry.id).toBe(first.id)
})

test('ID1 a new installation is an entry of its audit, once, and no later start is', async () => {
  const { id } = await open()
  const created = { action: 'installation.create', entity_id: id, address: 'tests' }
  expect(await entries()).toEqual([created])
  await open()
  await open('existing')
  await open('adopt', { ...parts, directory: temporaryDirectory() })
  expect(await entries()).toEqual([created])
})

test('ID1 one of a version that gave no names is named and not created', async () => {
  await migrate(database.sql, databaseMigrations, log)
  await migrateTelemetry(engine.telemetry, telemetryMigrations)
  await insertDevice(database.sql, 'PUMP-1', 'temperature')
  await open()
  expect(await entries()).toEqual([])
})

test('ID3 a first start that is killed at any step is gone on with', async () => {
  await expect(
    openInstallation(parts, 'start', {
      ...audited,
      prepare: () => Promise.reject(new Error('killed')),
    }),
  ).rejects.toThrow('killed')
  expect(readDirectoryFile(parts.directory)).toBeNull()
  await expect(open('start', { ...parts, sql: withoutInserts(database.sql) })).rejects.toThrow(
    'killed',
  )
  const begun = readDirectoryFile(parts.directory)
  expect(begun).toMatchObject({ complete: false })
  expect((await findInstallation(parts)).database.identity).toBeNull()
  await expect(
    open('start', { ...parts, telemetry: withoutInsert(engine.telemetry) }),
  ).rejects.toThrow('killed')
  expect(readDirectoryFile(parts.directory)).toEqual(begun)
  expect((await findInstallation(parts)).database.identity).toMatchObject({ id: begun?.id })
  const { id, directoryId } = await open()
  expect(readDirectoryFile(parts.directory)).toEqual({ id, directoryId, complete: true })
  expect(id).toBe(begun?.id)
  // Killed before the last step of all.
  writeDirectoryFile(parts.directory, { id, directoryId, complete: false })
  expect(await open()).toEqual({ id, directoryId })
  expect(readDirectoryFile(parts.directory)?.complete).toBe(true)
  expect(await entries()).toHaveLength(1)
})

test('ID2 an empty database beside old telemetry is refused, and taken when asked to', async () => {
  await open()
  await storeReadings(engine.telemetry, [readingOf(41)])
  const other = await testDatabase({ empty: true })
  const mixed = { ...parts, sql: other.sql }
  const refused = await openInstallation(mixed, 'start', {
    ...audited,
    prepare: () => Promise.reject(new Error('changed')),
  }).catch(String)
  expect(refused).toMatch(
    /^StartupError: The data directory belongs to an installation that this database does not have/,
  )
  expect(refused).toContain(
    'database postgres://host/warroom: no installation, without devices or people',
  )
  expect(refused).toMatch(
    /telemetry http:\/\/host\/warroom: installation [0-9a-f-]{36}, has readings/,
  )
  expect(refused).toContain('npm run admin -- installation adopt --yes')
  await openInstallation(mixed, 'adopt', {
    ...audited,
    prepare: async () => void (await migrate(other.sql, databaseMigrations, log)),
  })
  // What is stored is nobody's: no new sensor gets its number.
  expect(await insertDevice(other.sql, 'PUMP-1', 'temperature')).toBe(42)
  await other.drop()
})

test('ID4 a database of yesterday gives new sensors numbers that no reading has', async () => {
  await open()
  expect(await insertDevice(database.sql, 'PUMP-1', 'temperature')).toBe(1)
  await storeReadings(engine.telemetry, [readingOf(7)])
  await open()
  expect(await insertDevice(database.sql, 'PUMP-2', 'temperature')).toBe(8)
})

test('ID5 adopting goes on under the database’s name, a copy gets its own', async () => {
  const first = await open()
  const elsewhere = { ...parts, directory: temporaryDirectory() }
  await expect(open('start', elsewhere)).rejects.toThrow(
    `whose data directory was ${parts.directory}`,
  )
  const adopted = await open('adopt', elsewhere)
  expect(adopted.id).toBe(first.id)
  expect(adopted.directoryId).not.toBe(first.directoryId)
  expect(await open('start', elsewhere)).toEqual(adopted)
  await expect(open('start')).rejects.toThrow('with another data directory')
  const copy = await open('copy')
  expect(copy.id).not.toBe(first.id)
  expect(await open()).toEqual(copy)
})

test('ID7 a journal of another installation is refused, and taken when asked to', async () => {
  const first = await open()
  expect(await open()).toEqual(first)
  const owner = join(parts.directory, 'journal', 'installation')
  expect(readFileSync(owner, 'utf8')).toBe(`${first.id}\n`)
  const other = randomUUID()
  writeFileSync(owner, `${other}\n`)
  for (const opening of ['start', 'existing'] as const)
    await expect(open(opening)).rejects.toThrow(`belongs to another installation: ${other}`)
  expect(readFileSync(owner, 'utf8')).toBe(`${other}\n`)
  expect(await open('adopt')).toEqual(first)
  expect(await open()).toEqual(first)
  // A journal of a version that named none, or of nobody.
  rmSync(join(parts.directory, 'journal'), { recursive: true })
  expect(await open()).toEqual(first)
  expect(readFileSync(owner, 'utf8')).toBe(`${first.id}\n`)
})

test('ID6 nothing is made where nothing is, unless asked to', async () => {
  await expect(open('existing')).rejects.toThrow(`There is no installation in ${parts.directory}`)
  expect(readDirectoryFile(parts.directory)).toBeNull()
  expect((await findInstallation(parts)).telemetry.prepared).toBe(false)
})

test('ID2 a file that cannot be read is not taken for a new installation', async () => {
  await open()
  writeFileSync(join(parts.directory, installationFile), '{"id":')
  await expect(open()).rejects.toThrow('installation.json cannot be read')
  rmSync(join(parts.directory, installationFile))
  mkdirSync(join(parts.directory, installationFile))
  await expect(open()).rejects.toThrow('installation.json cannot be read')
})
