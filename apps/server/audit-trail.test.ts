import { TOTP, Secret } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#features/session/server/index.ts'
import { servedRoutes } from '#kit/server/http/gates.ts'
import { startTestApplication, type TestApplication } from '#testing/application.ts'
import type { HttpClient } from '#testing/http-client.ts'
import { tinyPicture } from '#testing/pictures.ts'

const password = 'a quiet harbour'
const secrets = new Set([password])
let site: TestApplication
let now = Date.UTC(2026, 10, 20, 8)
let passwordHash = ''
let people = 0

beforeAll(async () => {
  site = await startTestApplication(() => now)
  passwordHash = await hashPassword(password)
  secrets.add(passwordHash)
})
afterAll(() => site.close())

async function person(roles: readonly string[] = ['admin']) {
  people += 1
  const email = `person${people}@example.org`
  const id = await site.addAccount({ email, name: `Person ${people}`, roles, passwordHash })
  return { id, email, client: await site.clientOf(id) }
}

const codeNow = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now })

/** Someone with a second factor; `codes` are the recovery codes. */
async function guarded() {
  const someone = await person()
  const { secret } = (await someone.client.post('/api/profile/second-factor/setup', { password })).json().data
  const confirmed = await someone.client.post('/api/profile/second-factor/confirm', { code: codeNow(secret) })
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
  readonly client: HttpClient
  readonly path: string
  readonly body?: object
}

/** For each route that changes something: what has to be there first, and a call that succeeds. */
const successes: Readonly<Record<string, () => Promise<Step>>> = {
  'POST /api/auth/login': async () => {
    const { email } = await person()
    return { client: await site.anonymousClient(), path: '/api/auth/login', body: { email, password } }
  },
  'POST /api/auth/second-factor': async () => {
    const { email, codes } = await guarded()
    const client = await site.anonymousClient()
    const { ticket } = (await client.post('/api/auth/login', { email, password })).json().data
    return { client, path: '/api/auth/second-factor', body: { ticket, recoveryCode: codes[0] } }
  },
  'POST /api/auth/logout': async () => ({ client: (await person()).client, path: '/api/auth/logout' }),
  'POST /api/auth/role/asign': async () => ({
    client: (await person()).client,
    path: '/api/auth/role/asign',
    body: { role: 'visitor' },
  }),
  'POST /api/auth/reset': async () => {
    const { client } = await person()
    const { id } = await person(['user'])
    const [, token = ''] = (await client.post(`/api/users/${id}/reset-link`)).json().data.path.split('#')
    secrets.add(token)
    return { client: await site.anonymousClient(), path: '/api/auth/reset', body: { token, password: 'another harbour' } }
  },
  'PUT /api/profile': async () => {
    const { client } = await person()
    const { version } = (await client.get('/api/profile')).json().data
    return { client, path: '/api/profile', body: { version, name: 'Renamed', introduction: 'Hello', language: 'vi' } }
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
  'DELETE /api/profile/sessions': async () => ({ client: (await person()).client, path: '/api/profile/sessions' }),
  'POST /api/profile/second-factor/setup': async () => ({
    client: (await person()).client,
    path: '/api/profile/second-factor/setup',
    body: { password },
  }),
  'POST /api/profile/second-factor/confirm': async () => {
    const { client } = await person()
    const { secret } = (await client.post('/api/profile/second-factor/setup', { password })).json().data
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
    const body = { version: 1, name: 'Changed', email, introduction: '', roles: ['editor'], permissions: ['view menu zip'] }
    return { client, path: `/api/users/${id}`, body }
  },
  'DELETE /api/users/:id': async () => ({ client: (await person()).client, path: `/api/users/${(await person()).id}` }),
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
    return { client, path: '/api/roles/Late%20shift/permissions', body: { permissions: ['view menu zip'], version } }
  },
  'DELETE /api/roles/:name': async () => ({ client: (await customRole('Unused')).client, path: '/api/roles/Unused' }),
}

/** Routes that write and leave no entry, with the reason. */
const exempt: Readonly<Record<string, string>> = {
  'POST /api/ingest/:lesiId': 'telemetry: the readings are the record',
  'POST /api/scada/shadow-lambda/things': 'only reads',
  'POST /api/readings/changes': 'only reads',
  'POST /api/readings/today': 'only reads',
  'POST /api/scada/reportbything': 'only reads',
  'POST /api/scada/reportbything/sensor': 'only reads',
  'POST /api/auth/setup': 'needs an installation without users: proved in features/session, SE14',
}

async function entries(): Promise<readonly { id: string }[]> {
  return site.sql.selectFrom('audit_entries').selectAll().orderBy('id').execute()
}

test('AU1 every route that changes something is tried here, or exempt by name', () => {
  const changing = servedRoutes(site.app).filter(({ method }) => method !== 'GET')
  const names = changing.map(({ method, path }) => `${method} ${path}`)
  expect(names.toSorted()).toEqual([...Object.keys(successes), ...Object.keys(exempt)].toSorted())
  const reading = changing.filter(({ changesNothing }) => changesNothing).map(({ method, path }) => `${method} ${path}`)
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
    const { client, path, body } = await prepare()
    const [method = ''] = route.split(' ')
    const before = await entries()
    expect((await (await site.anonymousClient()).send(method, path, {})).statusCode).toBeGreaterThanOrEqual(400)
    expect(await entries()).toHaveLength(before.length)
    const reply = await client.send(method, path, body)
    expect([200, 204]).toContain(reply.statusCode)
    const added = (await entries()).slice(before.length)
    expect(added).toEqual([
      expect.objectContaining({
        request_id: reply.headers['x-request-id'],
        address: '203.0.113.7',
        actor_email: expect.any(String),
      }),
    ])
  },
)

test('AU1 each failed sign-in leaves one entry, without an actor', async () => {
  const { email, id } = await person()
  const client = await site.anonymousClient()
  const before = await entries()
  for (const each of [email, 'nobody@example.org'])
    await client.post('/api/auth/login', { email: each, password: 'not the password' })
  const about = { action: 'session.sign-in-failed', actor_id: null }
  expect((await entries()).slice(before.length)).toEqual([
    expect.objectContaining({ ...about, entity_name: email, entity_id: String(id), after: { reason: 'wrong password' } }),
    expect.objectContaining({ ...about, entity_name: 'nobody@example.org', after: { reason: 'unknown account' } }),
  ])
})

test('AU1 looking leaves no entry', async () => {
  const { client, id } = await person()
  const before = await entries()
  for (const { method, path } of servedRoutes(site.app))
    if (method === 'GET' && !path.includes('docs')) await client.get(path.replace('/users/:id', `/users/${id}`))
  expect(await entries()).toHaveLength(before.length)
})

test('AU2 no secret that was used here stands in the audit', async () => {
  const everything = JSON.stringify(await entries())
  for (const secret of secrets) expect(everything).not.toContain(secret)
  expect(everything).not.toMatch(/argon2/)
})
