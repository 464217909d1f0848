import { recordRemovedSensors } from '#features/readings/server/deletion/deletions-store.ts'
import { readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { accounts } from '#features/accounts/server/users/accounts.ts'
import { witnessFile } from '#features/audit/server/index.ts'
import { recordAudit } from '#testing/audit.ts'
import { listenControl } from '#kit/server/command-line/control.ts'
import { controlSocketOf } from '#kit/server/data-directory/data-directory.ts'
import type { InstallationParts } from '#kit/server/installation/installation.ts'
import { registerServer } from '#kit/server/data-directory/running-servers.ts'
import { testTelemetry } from '#testing/telemetry.ts'
import { testDatabase } from '#testing/postgres/postgres.ts'
import { answerCommands } from './commands.ts'
import { run } from './run.ts'

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'warroom-admin-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

const unnamed = { installation: { id: '', directoryId: '' }, stores: {} as InstallationParts }

/** What answers on the control socket of a running server, until the test ends. */
async function runningServer() {
  const [database, engine] = await Promise.all([testDatabase(), testTelemetry()])
  let logged = ''
  const log = pino({ level: 'info' }, { write: (line: string) => void (logged += line) })
  const control = await listenControl(controlSocketOf(directory), log)
  onTestFinished(async () => {
    await control.close()
    await engine.close()
    await database.drop()
  })
  answerCommands(control, {
    ...{ sql: database.sql, telemetry: engine.telemetry, accounts, audit: recordAudit },
    recordRemovedSensors,
    ...{ ...unnamed, witnessFile: witnessFile(directory) },
    flush: async () => undefined,
    refreshDevices: async () => undefined,
  })
  return { database, logged: () => logged }
}

async function admin(words: string, environment: Record<string, string | undefined> = {}) {
  const [out, error]: [string[], string[]] = [[], []]
  const status = await run(
    words.split(' ').filter(Boolean),
    { WARROOM_DATA: directory, ...environment },
    { out: (text) => void out.push(text), error: (text) => void error.push(text) },
  )
  return { status, out: out.join('\n'), error: error.join('\n') }
}

test.each([
  ['device add', '--id is required'],
  ['device add --id x', '--id must be 3 to 64'],
  ['device add --id DEV-1 --colour red', "Unknown option '--colour'"],
  ['device add --id', "Option '--id <value>' argument missing"],
  ['device remove --id DEV-1', '--yes is required'],
  ['device fly', 'There is no command "device fly"'],
  ['user add --email me --name Me', '--email must be an e-mail address\n--role is required'],
  ['product add --key Pump', '--key must be 1 to 40 lower-case letters, digits and hyphens'],
  ['product add --key users --name Users', '--key is the address of another screen'],
  ['product add --key pump', '--name is required'],
  [
    'device bind',
    '--id is required\n--relation must be one of admin, sub-user\n--email is required',
  ],
  [
    'device bind --id DEV-1 --email me --relation boss',
    '--email must be an e-mail address\n--relation must be one of admin, sub-user',
  ],
])('AD1 "%s" ends with status 2 and says why', async (words, reason) => {
  const { status, error, out } = await admin(words)
  expect({ status, out }).toEqual({ status: 2, out: '' })
  expect(error).toContain(reason)
})

test('AD2 help for all commands and for each', async () => {
  const { out, status } = await admin('--help')
  expect(status).toBe(0)
  for (const name of [
    'device add',
    'device list',
    'device rotate',
    'device remove',
    'device bind',
    'user add',
    'user list',
    'user reset',
    'product add',
    'product list',
    'product rename',
    'product remove',
    'readings count',
  ]) {
    expect(out).toContain(name)
    expect((await admin(`${name} --help`)).out).toContain(`npm run admin -- ${name}`)
  }
  expect((await admin('')).out).toBe(out)
  expect((await admin('device add --help')).out).toContain('--id ID [--name NAME] [--token TOKEN]')
  const bind = (await admin('device bind --help')).out
  expect(bind).toContain('--id ID --email EMAIL --relation RELATION')
  expect(bind).not.toContain('--user')
})

test('AD3 a running server carries commands out', async () => {
  const { database, logged } = await runningServer()
  expect(JSON.parse((await admin('readings count --json')).out)).toEqual({
    numeric: 0,
    text: 0,
    total: 0,
  })
  const added = await admin('device add --id DEV-1 --json')
  expect(added.status).toBe(0)
  expect(JSON.parse(added.out)).toEqual({
    lesiId: 'DEV-1',
    token: expect.stringMatching(/^[\w-]{32}$/),
  })
  expect(await database.sql.selectFrom('devices').select('lesi_id').execute()).toEqual([
    { lesi_id: 'DEV-1' },
  ])
  const entries = await database.sql
    .selectFrom('audit_entries')
    .select(['action', 'entity_id', 'address'])
    .execute()
  expect(entries).toEqual([{ action: 'device.add', entity_id: 'DEV-1', address: 'command line' }])
  expect(await admin('device add --id DEV-1')).toEqual({
    status: 1,
    out: '',
    error: 'There is a device DEV-1 already',
  })
  expect((await admin('device list')).out.split('\n')[1]).toMatch(/^DEV-1 {4}DEV-1 {8}0 {6}0 {2}20/)
  // What was refused as it should be is no failure of the program: its sentence says it all.
  expect(logged()).toContain('There is a device DEV-1 already')
  expect(logged()).not.toContain('.ts:')
})

test('AD3 a user takes any role, and is tied to a device under either option', async () => {
  const { database } = await runningServer()
  await database.sql.insertInto('roles').values({ name: 'night-shift' }).execute()
  expect(await admin('user add --email a@example.org --name A --role king')).toEqual({
    status: 1,
    out: '',
    error: '--role must be one of admin, basic, editor, free, manager, user, visitor, night-shift',
  })
  expect((await admin('user add --email a@example.org --name A --role night-shift')).error).toBe('')
  expect(JSON.parse((await admin('user list --json')).out)).toMatchObject([
    { email: 'a@example.org', roles: ['night-shift'] },
  ])
  await admin('device add --id DEV-1')
  const bound = 'a@example.org sees device DEV-1 as'
  const bind = async (words: string) => (await admin(`device bind --id DEV-1 ${words}`)).out
  expect(await bind('--email a@example.org --relation sub-user')).toBe(`${bound} sub-user`)
  expect(await bind('--user a@example.org --relation admin')).toBe(`${bound} admin`)
})

test('AD6 names and messages do not reach the terminal as they are; --json is exact', async () => {
  const { database } = await runningServer()
  const name = 'Eve\u001b[2J\u202e\u200b\u009b\nroot@example.org  Root'
  await database.sql
    .insertInto('users')
    .values({ email: 'eve@example.org', name, password_hash: '' })
    .execute()
  const people = await admin('user list')
  expect(people.out.split('\n')).toHaveLength(2)
  expect(people.out).toContain('Eve\\u001b[2J\\u202e\\u200b\\u009b\\u000aroot@example.org')
  const json = (await admin('user list --json')).out
  expect(json.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  expect(JSON.parse(json)).toMatchObject([{ name }])
  expect((await admin('device \u001b[2J')).error).toBe(
    'There is no command "device \\u001b[2J". See --help.',
  )
})

test('AD8 where there is no installation none is made, unless asked to', async () => {
  const { status, out, error } = await admin('device add --id DEV-1')
  expect({ status, out }).toEqual({ status: 1, out: '' })
  expect(error).toContain(`There is no installation in ${directory}.`)
  expect(error).toContain('npm run admin -- installation create')
  expect(readdirSync(directory)).toEqual([])
  expect((await admin('installation create')).out).toMatch(
    /^Installation [0-9a-f-]{36}\n {2}data directory/,
  )
  expect((await admin('installation show --json')).status).toBe(0)
})

test('AU1 the installation that was made here is the first entry of its audit', async () => {
  expect(await admin('audit verify --json').then(({ out }) => JSON.parse(out))).toMatchObject({
    entries: 1,
    intact: true,
  })
})

test('AD4 without a server the data directory is opened', async () => {
  const added = await admin('user add --email ann@example.org --name Ann --role admin')
  expect({ status: added.status, error: added.error }).toEqual({ status: 0, error: '' })
  expect(added.out).toMatch(/^Added user ann@example\.org\nPassword \(shown only now\): [\w-]{32}$/)
  expect(JSON.parse((await admin('user list --json')).out)).toMatchObject([
    { email: 'ann@example.org', roles: ['admin'] },
  ])
})

test('AD4 without a server the external database of the directory is opened', async () => {
  const database = await testDatabase({ empty: true })
  const environment = { DATABASE_URL: database.url }
  const refused = await admin('device add --id EXT-1', environment)
  expect(refused.error).toContain(
    'The data directory belongs to an installation that this database does not have.',
  )
  const adopted = await admin('installation adopt --yes --copy', environment)
  expect(adopted.error).toBe('')
  expect((await admin('device add --id EXT-1 --name External', environment)).error).toBe('')
  expect(await database.sql.selectFrom('devices').select('name').execute()).toEqual([
    { name: 'External' },
  ])
  const actions = await database.sql
    .selectFrom('audit_entries')
    .select('action')
    .orderBy('id')
    .execute()
  expect(actions.map(({ action }) => action)).toEqual(['installation.adopt', 'device.add'])
  await database.drop()
})

test('AD7 a shell that names no directory finds the server that runs', async () => {
  const runtime = await mkdtemp(join(tmpdir(), 'warroom-run-'))
  onTestFinished(() => rm(runtime, { recursive: true, force: true }))
  vi.stubEnv('TMPDIR', runtime)
  onTestFinished(() => void vi.unstubAllEnvs())
  const unnamedDirectory = { WARROOM_DATA: undefined }
  const nowhere = (await admin('device list', unnamedDirectory)).error
  expect(nowhere).toMatch(
    /^There is no installation in \S+, the default directory, and no server of this account runs\./,
  )
  const control = await listenControl(controlSocketOf(directory), pino({ level: 'silent' }))
  control.handle('hello', () => ({ pid: process.pid }))
  control.handle('device list', () => [])
  const unregister = registerServer(directory, pino({ level: 'silent' }))
  expect((await admin('device list', unnamedDirectory)).out).toBe(
    'LESI ID  Name  Sensors  Users  Added',
  )
  const second = join(runtime, 'second')
  await mkdir(second)
  const secondControl = await listenControl(controlSocketOf(second), pino({ level: 'silent' }))
  secondControl.handle('hello', () => ({ pid: 1 }))
  await writeFile(
    join(runtime, `warroom-servers-${process.getuid?.()}`, '1.json'),
    JSON.stringify({ dataDirectory: second }),
  )
  const several = (await admin('device list', unnamedDirectory)).error
  expect(several).toContain(
    `There is more than one installation. Name its directory in ` +
      `WARROOM_DATA:\n  ${directory}, where a server runs`,
  )
  await secondControl.close()
  expect((await admin('device list', unnamedDirectory)).status).toBe(0)
  unregister()
  await control.close()
  expect((await admin('device list', unnamedDirectory)).error).toBe(nowhere)
})

test('AD5 a configuration that is not valid ends with status 1 and its reasons', async () => {
  const { status, error } = await admin('device list', { HTTP_PORT: 'many' })
  expect(status).toBe(1)
  expect(error).toContain('HTTP_PORT="many"')
})
