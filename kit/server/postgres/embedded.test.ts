import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { isAlive } from '#testing/is-alive.ts'
import { runProgram } from '#testing/programs/run-program.ts'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import { accountFor } from './account.ts'
import { takeOwnership } from './cluster-owner.ts'
import {
  socketUrl,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  type PostgresState,
} from './embedded.ts'
import { socketPort } from './settings.ts'
import { openSql, type Sql } from './sql.ts'

const log = pino({ level: 'silent' })

function placeForServer(): string {
  const directory = temporaryDirectory()
  // Root's server runs as another account, which must get through.
  chmodSync(directory, 0o711)
  return join(directory, 'postgres')
}

async function start(
  directory: string,
  more: Partial<EmbeddedPostgresOptions> = {},
): Promise<{ server: EmbeddedPostgres; database: Sql }> {
  const server = await startEmbeddedPostgres({ directory, log, ...more })
  const database = openSql({ embedded: server }, { log, timeoutMs: 20_000 })
  onTestFinished(async () => {
    await database.destroy()
    await server.stop()
  })
  return { server, database }
}

async function setting(database: Sql, name: string): Promise<string | undefined> {
  const found = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(
    database,
  )
  return found.rows[0]?.value
}

test('EP1 EP7 EP20 what was stored is there after a new start, and in a copy', async () => {
  const directory = placeForServer()
  const first = await start(directory)
  await sql`create table marks as select 7 as mark`.execute(first.database)
  await first.database.destroy()
  const pid = first.server.pid()
  await first.server.stop()
  expect(first.server.state()).toBe('stopped')
  expect(pid !== undefined && isAlive(pid)).toBe(false)
  const warnings: string[] = []
  const warned = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) })
  const second = await start(directory, { log: warned })
  expect((await sql`select mark from marks`.execute(second.database)).rows).toEqual([{ mark: 7 }])
  // With a connection that is still open.
  await second.server.stop()
  await second.database.destroy()
  expect(warnings).toEqual([])
  // By root, whose copy belongs to root.
  const copy = placeForServer()
  cpSync(directory, copy, { recursive: true })
  const third = await start(copy)
  expect((await sql`select mark from marks`.execute(third.database)).rows).toEqual([{ mark: 7 }])
})

test('EP20 files of another user are refused with what to do', () => {
  const cluster = temporaryDirectory()
  const user = statSync(cluster).uid + 1
  vi.spyOn(process, 'getuid').mockReturnValue(user)
  onTestFinished(() => void vi.restoreAllMocks())
  expect(() => takeOwnership(cluster, undefined)).toThrow(`chown -R ${user} ${cluster}`)
})

test('EP2 a first start that is killed is made good by the next one', async () => {
  const directory = placeForServer()
  mkdirSync(directory)
  const changes = watch(directory)
  const program = runProgram('hold-postgres.ts', [directory])
  await once(changes, 'change')
  changes.close()
  await eventually('initdb has begun to write', () =>
    readdirSync(directory).some((name) => existsSync(join(directory, name, 'global'))),
  )
  program.child.kill('SIGKILL')
  await program.ended
  expect(existsSync(join(directory, 'cluster'))).toBe(false)
  const { database } = await start(directory)
  expect((await sql`select 1 as one`.execute(database)).rows).toEqual([{ one: 1 }])
  expect(readdirSync(directory).filter((name) => name.startsWith('cluster'))).toEqual(['cluster'])
})

test('EP3 EP4 no network port, a private socket, and confirmed means on disk', async () => {
  const { server, database } = await start(placeForServer())
  expect(await setting(database, 'listen_addresses')).toBe('')
  expect(statSync(server.sockets).mode & 0o777).toBe(0o700)
  for (const name of ['fsync', 'synchronous_commit', 'full_page_writes'])
    expect(await setting(database, name)).toBe('on')
  expect(await setting(database, 'server_encoding')).toBe('UTF8')
})

test('EP3 a path too long for a socket', async () => {
  const directory = join(placeForServer(), 'a-rather-long-name'.repeat(5), 'postgres')
  const { server, database } = await start(directory)
  expect((await sql`select 1 as one`.execute(database)).rows).toEqual([{ one: 1 }])
  expect(server.sockets).toMatch(/^\/tmp\/warroom-[0-9a-f]{16}$/)
  expect(statSync(server.sockets).mode & 0o777).toBe(0o700)
})

test('EP5 EP6 a killed server comes back, and queries made meanwhile wait for it', async () => {
  const { server, database } = await start(placeForServer())
  await sql`create table marks as select 7 as mark`.execute(database)
  const states: PostgresState[] = []
  server.onState((state) => states.push(state))
  const pid = server.pid() ?? 0
  const sleeping = sql`select pg_sleep(20)`.execute(database)
  const failed = expect(sleeping).rejects.toThrow()
  process.kill(pid, 'SIGKILL')
  await failed
  // Until the death is noticed, a connection of the pool may still be one that died with the
  // server.
  await eventually('its death is noticed', () => states.length > 0)
  expect((await sql`select mark from marks`.execute(database)).rows).toEqual([{ mark: 7 }])
  expect(server.pid()).not.toBe(pid)
  expect(states.slice(0, 2)).toEqual(['waiting', 'starting'])
  await eventually('the server is ready', () => server.state() === 'ready')
})

test('EP5 a server that hangs is reported, ended and started again', async () => {
  const health = { intervalMs: 50, answerTimeoutMs: 200, maximumMissed: 2 }
  const { server, database } = await start(placeForServer(), { health })
  const states: PostgresState[] = []
  server.onState((state) => states.push(state))
  process.kill(server.pid() ?? 0, 'SIGSTOP')
  await eventually('it is ready again', () => states.at(-1) === 'ready')
  expect(states.filter((state) => state !== 'waiting')).toEqual(
    expect.arrayContaining(['unresponsive', 'starting', 'ready']),
  )
  expect((await sql`select 1 as one`.execute(database)).rows).toEqual([{ one: 1 }])
})

test('EP23 a server that cannot be started again for a while is started when it can', async () => {
  const { server, database } = await start(placeForServer())
  const states: PostgresState[] = []
  server.onState((state) => states.push(state))
  // In the place of a file that is removed before each start.
  const inTheWay = join(server.sockets, `.s.PGSQL.${socketPort}.lock`)
  rmSync(inTheWay)
  mkdirSync(inTheWay)
  process.kill(server.pid() ?? 0, 'SIGKILL')
  const isTried = () => states.includes('stopped') || states.indexOf('waiting', 2) !== -1
  await eventually('it was tried again', isTried)
  expect(states.slice(0, 3)).toEqual(['waiting', 'starting', 'waiting'])
  rmdirSync(inTheWay)
  await eventually('the server is ready', () => server.state() === 'ready')
  expect((await sql`select 1 as one`.execute(database)).rows).toEqual([{ one: 1 }])
})

/** A PATH with what the start needs, but without the tool that ties the server's life to ours. */
function pathWithoutSetpriv(): NodeJS.ProcessEnv {
  const directory = temporaryDirectory()
  chmodSync(directory, 0o711)
  writeFileSync(join(directory, 'test'), '#!/bin/sh\n[ "$@" ]\n', { mode: 0o755 })
  chmodSync(join(directory, 'test'), 0o755)
  return { ...process.env, PATH: directory }
}

test.for([
  { title: 'with setpriv', environment: () => process.env },
  { title: 'without setpriv', environment: pathWithoutSetpriv },
])(
  'EP7 a server whose program was killed is gone after the next start ($title)',
  async ({ environment }) => {
    const directory = placeForServer()
    const program = runProgram('hold-postgres.ts', [directory], environment())
    const held = JSON.parse(await program.nextLine()) as { pid: number }
    expect(isAlive(held.pid)).toBe(true)
    program.child.kill('SIGKILL')
    await program.ended
    const { server, database } = await start(directory)
    expect(isAlive(held.pid)).toBe(false)
    expect(server.pid()).not.toBe(held.pid)
    expect((await sql`select 1 as one`.execute(database)).rows).toEqual([{ one: 1 }])
  },
)

test('EP7 a frozen server that a killed program left is ended by the next start', async () => {
  const directory = placeForServer()
  const program = runProgram('hold-postgres.ts', [directory])
  const held = JSON.parse(await program.nextLine()) as { pid: number }
  process.kill(held.pid, 'SIGSTOP')
  program.child.kill('SIGKILL')
  await program.ended
  const { database } = await start(directory)
  expect(isAlive(held.pid)).toBe(false)
  expect((await sql`select 1 as one`.execute(database)).rows).toEqual([{ one: 1 }])
})

test('EP7 a statement that outlives a killed server does not hinder the next start', async () => {
  const directory = placeForServer()
  const program = runProgram('hold-postgres.ts', [directory])
  const held = JSON.parse(await program.nextLine()) as { pid: number }
  const url = socketUrl(join(directory, 'socket'))
  const client = openSql({ url }, { log, connections: 2, statementTimeoutMs: null })
  onTestFinished(() => client.destroy())
  const endless = sql`select count(*) from generate_series(1, 4000000000)`.execute(client)
  const left = expect(endless).rejects.toThrow()
  await eventually('it runs', async () => {
    const { rows } = await sql`select pid from pg_stat_activity where state = 'active'
      and query like 'select count%'`.execute(client)
    return rows.length > 0
  })
  program.child.kill('SIGSTOP')
  process.kill(held.pid, 'SIGKILL')
  program.child.kill('SIGKILL')
  await program.ended
  const { database } = await start(directory)
  expect((await sql`select 1 as one`.execute(database)).rows).toEqual([{ one: 1 }])
  await left
})

test('EP7 lock files whose number now belongs to another program are no obstacle', async () => {
  const directory = placeForServer()
  const first = await start(directory)
  await first.database.destroy()
  await first.server.stop()
  // PostgreSQL minds only processes of its own account.
  const other = spawn('sleep', ['600'], {
    ...accountFor(join(directory, 'cluster')),
    stdio: 'ignore',
  })
  onTestFinished(() => void other.kill())
  const left = `${other.pid}\n${join(directory, 'cluster')}\n`
  writeFileSync(join(directory, 'cluster', 'postmaster.pid'), left)
  writeFileSync(join(directory, 'socket', '.s.PGSQL.5432.lock'), left)
  const { database } = await start(directory)
  expect((await sql`select 1 as one`.execute(database)).rows).toEqual([{ one: 1 }])
  expect(isAlive(other.pid ?? 0)).toBe(true)
})

test('EP21 a copy that was made while the server runs starts beside it, and says so', async () => {
  const directory = placeForServer()
  const original = await start(directory)
  await sql`create table marks as select 7 as mark`.execute(original.database)
  await sql`checkpoint`.execute(original.database)
  const pid = original.server.pid() ?? 0
  const place = placeForServer()
  // All but the socket itself, which is no file.
  cpSync(directory, place, { recursive: true, filter: (path) => !/PGSQL\.\d+$/.test(path) })
  let warned = ''
  const copyLog = pino({ level: 'warn' }, { write: (line: string) => void (warned += line) })
  const copy = await start(place, { log: copyLog })
  expect((await sql`select mark from marks`.execute(copy.database)).rows).toEqual([{ mark: 7 }])
  expect(warned).toContain('copied or moved while it was in use')
  expect(original.server.pid()).toBe(pid)
  expect(isAlive(pid)).toBe(true)
  await sql`insert into marks values (8)`.execute(original.database)
})

test('EP9 the error has what PostgreSQL reported', async () => {
  const directory = placeForServer()
  await expect(start(directory, { settings: { shared_buffers: 'a lot' } })).rejects.toThrow(
    /invalid value for parameter "shared_buffers"/,
  )
})
