import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openTelemetry } from '#kit/server/clickhouse/telemetry.ts'
import { openServer } from '#kit/server/clickhouse/open-server.ts'
import { StartupError } from '#kit/server/process/startup-error.ts'
import { checkTelemetryVersion } from '#kit/server/clickhouse/check-version.ts'
import { installationFile } from '#kit/server/installation/directory-file.ts'
import { checkDatabaseVersion } from '#kit/server/postgres/check-version.ts'
import { eventually } from '#testing/eventually.ts'
import { testDatabase } from '#testing/postgres/postgres.ts'
import { runServer, startServerProcess } from '#testing/peers/server-process.ts'
import { startSite } from '#testing/sites/site.ts'
import { reachableDirectory } from '#testing/temporary-directory.ts'

/** What a start that fails says, on standard error and output together. */
async function failedStart(environment: Readonly<Record<string, string>>): Promise<string> {
  const failure: unknown = await startServerProcess({
    WARROOM_DATA: reachableDirectory(),
    ...environment,
  }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(Error)
  return failure instanceof Error ? failure.message : ''
}

const stackFrame = /\n\s+at .*:\d+:\d+/

async function replyingServer(reply: string, status = 200): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(status).end(reply)).listen(
    0,
    '127.0.0.1',
  )
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return `http://user:secret@127.0.0.1:${(server.address() as AddressInfo).port}/warroom`
}

test('ST1 a database that cannot be reached ends the start with one sentence', async () => {
  const output = await failedStart({ DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/warroom' })
  expect(output).toContain(
    'ended with 1:\n\nCannot use the PostgreSQL postgres://127.0.0.1:1/warroom that DATABASE_URL ' +
      'names: connect ECONNREFUSED',
  )
  expect(output).not.toMatch(stackFrame)
  expect(output).not.toContain('secret')
})

test('ST1 a telemetry store that cannot be reached ends the start with one sentence', async () => {
  const output = await failedStart({ CLICKHOUSE_URL: 'http://127.0.0.1:1/warroom' })
  expect(output).toContain(
    'Cannot use the ClickHouse http://127.0.0.1:1/warroom that CLICKHOUSE_URL names: connect ' +
      'ECONNREFUSED',
  )
  expect(output).not.toMatch(stackFrame)
  const page = openTelemetry({ url: await replyingServer('<html>', 404) })
  onTestFinished(() => page.close())
  await expect(checkTelemetryVersion(page, 'there')).rejects.toThrow(
    'Cannot use the ClickHouse there that CLICKHOUSE_URL names:',
  )
})

test.for(['request_timeout=soon', 'unheard_of=1'])(
  'ST1 an address of a telemetry store with the setting %s is refused with the reason',
  (setting) => {
    const url = `http://user:secret@127.0.0.1:1/x?${setting}`
    const open = () => openServer(url, 'there')
    expect(open).toThrow(StartupError)
    expect(open).toThrow(/^Cannot use the ClickHouse there that CLICKHOUSE_URL names: .{10}/)
    expect(open).not.toThrow('secret')
  },
)

test.for(['21.3.4.25', '23.12.1.1', '24.7.9.9'])(
  'ST2 ClickHouse %s is refused with the version that is needed',
  async (version) => {
    const old = openTelemetry({ url: await replyingServer(`${JSON.stringify({ version })}\n`) })
    onTestFinished(() => old.close())
    await expect(checkTelemetryVersion(old, 'there')).rejects.toThrow(
      `has version ${version}; 24.8 or newer is needed`,
    )
  },
)

test.for(['24.8.1.1', '24.12.0.0', '26.7.2.1'])('ST2 ClickHouse %s is taken', async (version) => {
  const good = openTelemetry({ url: await replyingServer(`${JSON.stringify({ version })}\n`) })
  onTestFinished(() => good.close())
  await checkTelemetryVersion(good, 'there')
})

test('ST2 an old PostgreSQL is refused with the version that is needed', async () => {
  const database = await testDatabase()
  onTestFinished(() => database.drop())
  await expect(checkDatabaseVersion(database.sql, 'there', 99)).rejects.toThrow(
    /has version 18\S*; 99 or newer is needed/,
  )
  await checkDatabaseVersion(database.sql, 'there')
})

test('ST3 a data directory that cannot be made ends the start', async () => {
  expect(await failedStart({ WARROOM_DATA: '/proc/x' })).toMatch(
    /ended with 1:.*The data directory \/proc\/x cannot be used/s,
  )
})

test('ST4 a first start killed as soon as the directory is named is gone on with', async () => {
  const directory = reachableDirectory()
  const file = join(directory, installationFile)
  const first = await runServer({ WARROOM_DATA: directory })
  await eventually('the directory is named', () => existsSync(file))
  const begun = JSON.parse(readFileSync(file, 'utf8')) as { id: string }
  first.child.kill('SIGKILL')
  await first.ended
  const site = await startSite({}, directory)
  onTestFinished(() => site.close())
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ id: begun.id, complete: true })
  expect(await site.admin('installation show', {})).toMatchObject({ id: begun.id })
})

test('ST5 of two servers on one database the second waits until the first was killed', async () => {
  const database = await testDatabase({ empty: true })
  onTestFinished(() => database.drop())
  const site = await startSite({ DATABASE_URL: database.url }, reachableDirectory())
  const second = { DATABASE_URL: database.url, WARROOM_DATA: reachableDirectory() }
  expect(await failedStart(second)).toContain(
    `The database is in use by another Warroom (pid ${site.server.pid} on `,
  )
  site.server.kill('SIGKILL')
  await site.server.ended
  expect(await failedStart(second)).toContain(`whose data directory was ${site.directory} on `)
  await site.restart()
  await site.close()
})

test('ST6 an empty database beside old telemetry does not start', async () => {
  const directory = reachableDirectory()
  const site = await startSite({}, directory)
  await site.server.stop()
  const database = await testDatabase({ empty: true })
  onTestFinished(() => database.drop())
  const output = await failedStart({ DATABASE_URL: database.url, WARROOM_DATA: directory })
  expect(output).toContain(
    'The data directory belongs to an installation that this database does not have.',
  )
  expect(output).toContain('npm run admin -- installation adopt --yes')
  expect(output).toContain('in the data directory, as CLICKHOUSE_URL is empty or not set')
  expect(output).not.toMatch(stackFrame)
})
