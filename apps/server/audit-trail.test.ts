import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TOTP, Secret } from 'otpauth'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#features/accounts/server/passwords/password.ts'
import { recordMany } from '#features/audit/server/index.ts'
import { accounts } from '#features/accounts/server/users/people.ts'
import { recordAudit } from '#testing/audit.ts'
import { writeEndedSums } from '#features/audit/server/summed.ts'
import {
  closeDemoAccounts,
  firstAdministratorLink,
  sealSecondFactors,
} from '#features/accounts/server/index.ts'
import { commandLineOrigin } from '#kit/server/audit.ts'
import type { CommandHandler } from '#kit/server/control.ts'
import { servedRoutes } from '#kit/server/http/gates.ts'
import { createKeyring } from '#kit/server/secrets/keyring.ts'
import { endSums, noteChanges, takeUnaudited } from '#testing/audit-store.ts'
import { startTestApplication, type TestApplication } from '#testing/application.ts'
import { eventually } from '#testing/eventually.ts'
import type { HttpClient } from '#testing/http-client.ts'
import { tinyPicture } from '#testing/pictures.ts'
import { commands } from '../admin/commands.ts'
import { answerControl } from './control-commands.ts'
import { provisionDemo } from './demo.ts'

const password = 'a quiet harbour'
const secrets = new Set([password])
let site: TestApplication
let now = Date.UTC(2026, 10, 20, 8)
let passwordHash = ''
let people = 0
/** Changes of the product, in whatever table, whose transaction wrote nothing into the audit. */
const unaudited: string[] = []
const control = new Map<string, CommandHandler>()
const directory = mkdtempSync(join(tmpdir(), 'warroom-trail-'))
const headNote = join(directory, 'audit-head.json')

beforeAll(async () => {
  site = await startTestApplication(() => now)
  await noteChanges(site.sql)
  const stores = {
    sql: site.sql,
    telemetry: site.telemetry,
    directory: '/nowhere',
    places: { database: '', telemetry: '' },
  }
  const services = {
    ...{
      sql: site.sql,
      telemetry: site.telemetry,
      accounts,
      audit: recordAudit,
      witnessFile: headNote,
    },
    ...{ stores, installation: { id: '', directoryId: '' }, flush: async () => undefined },
  }
  const handle = (name: string, handler: CommandHandler) => void control.set(name, handler)
  answerControl({ handle }, { services, data: site.data, mqttUrl: 'mqtt://127.0.0.1:1' })
  passwordHash = await hashPassword(password)
  secrets.add(passwordHash)
})
afterAll(async () => {
  await site.close()
  await rm(directory, { recursive: true })
})
afterEach(async () => {
  await noteUnaudited()
  expect(unaudited.splice(0)).toEqual([])
})

async function noteUnaudited(): Promise<void> {
  unaudited.push(...(await takeUnaudited(site.sql)))
}

async function person(roles: readonly string[] = ['admin']) {
  people += 1
  await noteUnaudited()
  const email = `person${people}@example.org`
  const id = await site.addAccount({ email, name: `Person ${people}`, roles, passwordHash })
  const client = await site.clientOf(id)
  // These were made by the test and not by the product.
  await takeUnaudited(site.sql)
  return { id, email, client }
}

const codeNow = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now })

/** Someone with a second factor; `codes` are the recovery codes. */
async function guarded() {
  const someone = await person()
  const { secret } = (
    await someone.client.post('/api/profile/second-factor/setup', { password })
  ).json().data
  const confirmed = await someone.client.post('/api/profile/second-factor/confirm', {
    code: codeNow(secret),
  })
  const codes: string[] = confirmed.json().data.recoveryCodes
  for (const each of [secret, ...codes]) secrets.add(each)
  return { ...someone, secret, codes }
}

async function customRole(name: string) {
  const { client } = await person()
  const { version } = (await client.post('/api/roles', { name, permissions: [] })).json().data
  return { client, version }
}

interface Step {
  /** Entries beside the one that every call leaves. */
  readonly besides?: readonly string[]
  readonly client: HttpClient
  readonly path: string
  readonly body?: object
}

/** For each route that changes something: what has to be there first, and a call that succeeds. */
const successes: Readonly<Record<string, () => Promise<Step>>> = {
  'POST /api/auth/login': async () => {
    const { email } = await person()
    return {
      client: await site.anonymousClient(),
      path: '/api/auth/login',
      body: { email, password },
    }
  },
  'POST /api/auth/second-factor': async () => {
    const { email, codes } = await guarded()
    const client = await site.anonymousClient()
    const { ticket } = (await client.post('/api/auth/login', { email, password })).json().data
    const path = '/api/auth/second-factor'
    return {
      client,
      path,
      body: { ticket, recoveryCode: codes[0] },
      besides: ['profile.use-recovery-code'],
    }
  },
  'POST /api/auth/logout': async () => ({
    client: (await person()).client,
    path: '/api/auth/logout',
  }),
  'POST /api/auth/role/asign': async () => ({
    client: (await person()).client,
    path: '/api/auth/role/asign',
    body: { role: 'visitor' },
  }),
  'POST /api/auth/reset': async () => {
    const { client } = await person()
    const { id } = await person(['user'])
    const [, token = ''] = (await client.post(`/api/users/${id}/reset-link`))
      .json()
      .data.path.split('#')
    secrets.add(token)
    return {
      client: await site.anonymousClient(),
      path: '/api/auth/reset',
      body: { token, password: 'another harbour' },
    }
  },
  'PUT /api/profile': async () => {
    const { client } = await person()
    const { version } = (await client.get('/api/profile')).json().data
    return {
      client,
      path: '/api/profile',
      body: { version, name: 'Renamed', introduction: 'Hello', language: 'vi' },
    }
  },
  'POST /api/profile/avatar': async () => ({
    client: (await person()).client,
    path: '/api/profile/avatar',
    body: { image: tinyPicture.png.toString('base64') },
  }),
  'POST /api/profile/password': async () => ({
    client: (await person()).client,
    path: '/api/profile/password',
    body: { current: password, next: 'another harbour' },
  }),
  'DELETE /api/profile/sessions/:id': async () => {
    const { client } = await person()
    const [{ id }] = (await client.get('/api/profile/sessions')).json().data
    return { client, path: `/api/profile/sessions/${id}` }
  },
  'DELETE /api/profile/sessions': async () => ({
    client: (await person()).client,
    path: '/api/profile/sessions',
  }),
  'POST /api/profile/second-factor/setup': async () => ({
    client: (await person()).client,
    path: '/api/profile/second-factor/setup',
    body: { password },
  }),
  'POST /api/profile/second-factor/confirm': async () => {
    const { client } = await person()
    const { secret } = (await client.post('/api/profile/second-factor/setup', { password })).json()
      .data
    return { client, path: '/api/profile/second-factor/confirm', body: { code: codeNow(secret) } }
  },
  'POST /api/profile/second-factor/disable': async () => ({
    client: (await guarded()).client,
    path: '/api/profile/second-factor/disable',
    body: { password },
  }),
  'POST /api/users': async () => ({
    client: (await person()).client,
    path: '/api/users',
    body: { name: 'New', email: 'new@example.org', roles: ['user'], password: 'another harbour' },
  }),
  'PUT /api/users/:id': async () => {
    const { client } = await person()
    const { id, email } = await person(['user'])
    const body = {
      version: 1,
      name: 'Changed',
      email,
      introduction: '',
      roles: ['editor'],
      permissions: ['view menu zip'],
    }
    return { client, path: `/api/users/${id}`, body }
  },
  'DELETE /api/users/:id': async () => ({
    client: (await person()).client,
    path: `/api/users/${(await person()).id}`,
  }),
  'POST /api/users/:id/disable': async () => ({
    client: (await person()).client,
    path: `/api/users/${(await person()).id}/disable`,
  }),
  'POST /api/users/:id/enable': async () => ({
    client: (await person()).client,
    path: `/api/users/${(await person()).id}/enable`,
  }),
  'POST /api/users/:id/reset-link': async () => ({
    client: (await person()).client,
    path: `/api/users/${(await person()).id}/reset-link`,
  }),
  'POST /api/users/:id/second-factor/disable': async () => ({
    client: (await person()).client,
    path: `/api/users/${(await guarded()).id}/second-factor/disable`,
  }),
  'POST /api/roles': async () => ({
    client: (await person()).client,
    path: '/api/roles',
    body: { name: 'Night shift', permissions: ['view menu warroom'] },
  }),
  'PUT /api/roles/:name': async () => {
    const { client, version } = await customRole('Day shift')
    return { client, path: '/api/roles/Day%20shift', body: { name: 'Early shift', version } }
  },
  'PUT /api/roles/:name/permissions': async () => {
    const { client, version } = await customRole('Late shift')
    return {
      client,
      path: '/api/roles/Late%20shift/permissions',
      body: { permissions: ['view menu zip'], version },
    }
  },
  'DELETE /api/roles/:name': async () => ({
    client: (await customRole('Unused')).client,
    path: '/api/roles/Unused',
  }),
}

/** Routes that write and leave no entry, with the reason. */
const exempt: Readonly<Record<string, string>> = {
  'POST /api/ingest/:lesiId': 'telemetry: the readings are the record',
  'POST /api/scada/shadow-lambda/things': 'only reads',
  'POST /api/readings/changes': 'only reads',
  'POST /api/readings/today': 'only reads',
  'POST /api/sensors/lookup': 'only reads',
  'POST /api/scada/reportbything': 'only reads',
  'POST /api/scada/reportbything/sensor': 'only reads',
  'POST /api/auth/setup': 'needs an installation without users: proved in features/session, SE14',
}

async function entries() {
  return site.sql.selectFrom('audit_entries').selectAll().orderBy('id').execute()
}

test('AU1 every route that changes something is tried here, or exempt by name', () => {
  const changing = servedRoutes(site.app).filter(({ method }) => method !== 'GET')
  const names = changing.map(({ method, path }) => `${method} ${path}`)
  expect(names.toSorted()).toEqual([...Object.keys(successes), ...Object.keys(exempt)].toSorted())
  const reading = changing
    .filter(({ changesNothing }) => changesNothing)
    .map(({ method, path }) => `${method} ${path}`)
  expect(reading.toSorted()).toEqual(
    Object.keys(exempt)
      .filter((name) => exempt[name] === 'only reads')
      .toSorted(),
  )
})

test.each(Object.entries(successes))(
  'AU1 %s leaves exactly one entry when it succeeds, and none when it is refused',
  async (route, prepare) => {
    now += 60_000
    const { client, path, body, besides = [] } = await prepare()
    const [method = ''] = route.split(' ')
    const before = await entries()
    expect(
      (await (await site.anonymousClient()).send(method, path, {})).statusCode,
    ).toBeGreaterThanOrEqual(400)
    expect(await entries()).toHaveLength(before.length)
    const reply = await client.send(method, path, body)
    expect([200, 204]).toContain(reply.statusCode)
    const added = (await entries()).slice(before.length)
    expect(added.slice(0, -1).map(({ action }) => action)).toEqual(besides)
    const from = {
      request_id: reply.headers['x-request-id'],
      address: '203.0.113.7',
      actor_email: expect.any(String),
    }
    expect(added).toEqual([...besides, ''].map(() => expect.objectContaining(from)))
  },
)

interface CommandStep {
  readonly options: Readonly<Record<string, unknown>>
  readonly action: string
}

const command = async (name: string, options: object) =>
  control.get(name)?.(options, () => undefined, new AbortController().signal)

async function newDevice(): Promise<string> {
  people += 1
  await command('device add', { id: `DEV-${people}` })
  return `DEV-${people}`
}

/**
 * For each command of the control socket that changes something: what has to be there first, and
 * options that succeed.
 */
const commandSuccesses: Readonly<Record<string, () => Promise<CommandStep>>> = {
  'device add': async () => ({
    options: { id: 'NEW-1', token: 'a token of sixteen' },
    action: 'device.add',
  }),
  'device rotate': async () => ({
    options: { id: await newDevice() },
    action: 'device.rotate-token',
  }),
  'device remove': async () => ({
    options: { id: await newDevice(), yes: true },
    action: 'device.remove',
  }),
  'device bind': async () => ({
    options: { id: await newDevice(), email: (await person()).email, relation: 'sub-user' },
    action: 'device.bind',
  }),
  'device unbind': async () => {
    const [id, { email }] = [await newDevice(), await person()]
    await command('device bind', { id, email, relation: 'sub-user' })
    return { options: { id, email }, action: 'device.unbind' }
  },
  'device temporary-token': async () => {
    const lesiId = await newDevice()
    await eventually(
      'the device is known',
      async () => site.data.catalogue.device(lesiId) !== undefined,
    )
    return { options: { lesiId }, action: 'device.issue-pass' }
  },
  'audit accept': async () => {
    const noted = { position: 1_000_000, hash: '0'.repeat(64) }
    await writeFile(headNote, JSON.stringify(noted))
    return {
      options: { by: 'Ann', reason: 'a restore' },
      action: 'installation.accept-audit-break',
    }
  },
  'user add': async () => ({
    options: { email: 'added@example.org', name: 'Added', role: 'user' },
    action: 'user.create',
  }),
  'user reset-second-factor': async () => ({
    options: { email: (await guarded()).email },
    action: 'user.disable-second-factor',
  }),
  'user reset': async () => ({
    options: { email: (await person()).email },
    action: 'user.reset-password',
  }),
}

/** Commands that only look. */
const lookingCommands = [
  'audit verify',
  'broker address',
  'broker sessions',
  'device list',
  'installation show',
  'readings count',
  'user list',
]

/** Commands that never run inside a server, with the reason why they are not tried here. */
const commandsWithoutServer: Readonly<Record<string, string>> = {
  'installation create': 'makes an installation: proved in kit/server/installation, ID1',
  'broker remove': 'needs an external broker: proved in features/ingest, EB4',
  'installation adopt': 'needs parts that do not belong together: proved in apps/admin',
}

test('AU1 every command of the control socket is tried here, or only looks', () => {
  expect([...control.keys()].toSorted()).toEqual(
    [...Object.keys(commandSuccesses), ...lookingCommands].toSorted(),
  )
  const others = commands.map(({ name }) => name).filter((name) => !control.has(name))
  expect(others.toSorted()).toEqual(Object.keys(commandsWithoutServer).toSorted())
})

test.each(Object.entries(commandSuccesses))(
  'AU1 the command %s leaves exactly one entry when it succeeds, and none when it is refused',
  async (name, prepare) => {
    const { options, action } = await prepare()
    const before = await entries()
    await expect(command(name, {})).rejects.toThrow()
    expect(await entries()).toHaveLength(before.length)
    await command(name, options)
    expect((await entries()).slice(before.length)).toEqual([
      expect.objectContaining({ action, address: 'command line' }),
    ])
  },
)

test('AU1 the commands that look leave no entry', async () => {
  const before = await entries()
  for (const name of lookingCommands) await command(name, {})
  expect(await entries()).toHaveLength(before.length)
})

test('AU1 a pass for a device that nobody added leaves an entry for the device and one for the pass', async () => {
  const before = await entries()
  await command('device temporary-token', { lesiId: 'REPLAY-1' })
  await command('device temporary-token', { lesiId: 'REPLAY-1' })
  const about = { entity: 'device', entity_id: 'REPLAY-1', address: 'command line' }
  expect((await entries()).slice(before.length)).toEqual([
    expect.objectContaining({ action: 'device.add', ...about }),
    expect.objectContaining({ action: 'device.issue-pass', ...about, after: { added: true } }),
    expect.objectContaining({ action: 'device.issue-pass', ...about, after: { added: false } }),
  ])
})

test('AU1 a device that registers itself leaves one entry, and the sensors that it brings are one with their number', async () => {
  const before = await entries()
  const { id } = await site.data.catalogue.registerDevice('SELF-1', 'a token of sixteen')
  await site.data.catalogue.registerDevice('SELF-1', 'a token of sixteen')
  const samples = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ key: `s${index}`, sample: 1 }))
  await site.data.catalogue.addSensors(id, samples(7))
  await site.data.catalogue.addSensors(id, samples(9))
  await endSums(site.sql)
  await writeEndedSums(site.sql)
  const about = { entity: 'device', entity_id: 'SELF-1', address: 'product' }
  expect((await entries()).slice(before.length)).toEqual([
    expect.objectContaining({ action: 'device.add', ...about }),
    expect.objectContaining({ action: 'device.add-sensors', ...about, count: 9 }),
  ])
})

test('AU1 what the product does by itself at its start leaves entries too', async () => {
  const audited = { sql: site.sql, audit: recordAudit }
  const actions = async (work: () => Promise<unknown>) => {
    const before = await entries()
    await work()
    const added = (await entries()).slice(before.length)
    for (const { address, actor_id } of added)
      expect([address, actor_id]).toEqual(['product', null])
    return Object.entries(Object.groupBy(added, ({ action }) => action)).map(
      ([action, each]) => `${each?.length} ${action}`,
    )
  }
  expect((await actions(() => provisionDemo(audited))).toSorted()).toEqual(
    ['1 installation.provision-demo', '2 product.add', '7 user.create'].toSorted(),
  )
  expect(await actions(() => provisionDemo(audited))).toEqual(['1 installation.provision-demo'])
  expect(await actions(() => closeDemoAccounts(audited))).toEqual(['7 user.close-demo-account'])
  expect(await actions(() => closeDemoAccounts(audited))).toEqual([])
  expect((await actions(() => provisionDemo(audited))).toSorted()).toEqual(
    ['1 installation.provision-demo', '7 user.reset-password'].toSorted(),
  )
  expect(await actions(() => firstAdministratorLink(audited, 'https://plant.test', now))).toEqual(
    [],
  )
  await site.sql.transaction().execute(async (transaction) => {
    await recordAudit(transaction, commandLineOrigin(), {
      action: 'user.disable',
      entity: 'user',
      entityId: '',
      entityName: 'all',
    })
    await transaction.updateTable('users').set({ disabled: true }).execute()
  })
  expect(await actions(() => firstAdministratorLink(audited, 'https://plant.test', now))).toEqual([
    '1 user.first-administrator-link',
  ])
  await site.sql.transaction().execute(async (transaction) => {
    await recordAudit(transaction, commandLineOrigin(), {
      action: 'user.enable',
      entity: 'user',
      entityId: '',
      entityName: 'all',
    })
    await transaction.updateTable('users').set({ disabled: false }).execute()
  })
})

test('AU1 secrets of second factors that a start seals with another key are one entry with their number', async () => {
  const [one, other] = [await guarded(), await guarded()]
  await noteUnaudited()
  const before = await entries()
  const keyring = createKeyring([randomBytes(32), Buffer.alloc(32, 7)])
  await sealSecondFactors(
    { sql: site.sql, auditMany: recordMany },
    keyring,
    pino({ level: 'silent' }),
  )
  await endSums(site.sql)
  await writeEndedSums(site.sql)
  const added = (await entries()).slice(before.length)
  expect(added).toMatchObject([{ action: 'installation.seal-second-factors', address: 'product' }])
  expect(added[0]?.count).toBeGreaterThanOrEqual([one, other].length)
})

test('AU1 each failed sign-in leaves one entry, without an actor', async () => {
  const { email, id } = await person()
  const client = await site.anonymousClient()
  const before = await entries()
  for (const each of [email, 'nobody@example.org'])
    await client.post('/api/auth/login', { email: each, password: 'not the password' })
  const about = { action: 'session.sign-in-failed', actor_id: null }
  expect((await entries()).slice(before.length)).toEqual([
    expect.objectContaining({
      ...about,
      entity_name: email,
      entity_id: String(id),
      after: { reason: 'wrong password' },
    }),
    expect.objectContaining({
      ...about,
      entity_name: 'nobody@example.org',
      after: { reason: 'unknown account' },
    }),
  ])
})

test('AU1 looking leaves no entry', async () => {
  const { client, id } = await person()
  const before = await entries()
  for (const { method, path } of servedRoutes(site.app))
    if (method === 'GET' && !path.includes('docs'))
      await client.get(path.replace('/users/:id', `/users/${id}`))
  expect(await entries()).toHaveLength(before.length)
})

test('AU2 no secret that was used here stands in the audit', async () => {
  const everything = JSON.stringify(await entries())
  for (const secret of secrets) expect(everything).not.toContain(secret)
  expect(everything).not.toMatch(/argon2/)
})
