import { readFileSync } from 'node:fs'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { plant } from '#features/demo-plant/contract/plant.ts'
import { servedRoutes } from '#kit/server/http/gates.ts'
import {
  bindPerson,
  endContract,
  insertDevice,
  insertDeviceAlone,
  insertSensor,
} from '#testing/postgres/devices-store.ts'
import { accountSite, type Person } from '#testing/sites/account-site.ts'
import { callsPerMinute } from './access-tokens.ts'

const site = accountSite()
const day = 86_400_000
const path = '/api/profile/access-tokens'
const lastReadings = '/api/scada/shadow-lambda/realtime'
const devices = ['PUMP-1', 'PUMP-2', 'PUMP-3'] as const
let person: Person

beforeAll(async () => {
  for (const lesiId of devices) await insertDevice(site.sql, lesiId, 'temp')
})
beforeEach(async () => {
  site.now += day
  person = await site.addPerson({ name: 'Ulrike Sandström', roles: ['user'] })
  for (const lesiId of ['PUMP-1', 'PUMP-2']) await bindPerson(site.sql, lesiId, person.id)
  await expect.poll(async () => devicesOf(await person.client.get(lastReadings))).toHaveLength(2)
})

type Reply = Awaited<ReturnType<Person['client']['get']>>

function devicesOf(reply: Reply): string[] {
  return reply.json().data.map(({ lesiId }: { lesiId: string }) => lesiId)
}

async function add(body: object = {}): Promise<{ token: string; id: string }> {
  const reply = await person.client.post(path, {
    name: 'Grafana',
    days: 30,
    devices: null,
    ...body,
  })
  expect(reply.statusCode).toBe(200)
  const { token, accessToken } = reply.json().data
  return { token, id: accessToken.id }
}

/** A call of a program that has a token and no cookies. */
const call = (
  token: string,
  url = lastReadings,
  method: 'GET' | 'POST' = 'GET',
  payload?: object,
) =>
  site.application.app.inject({
    ...{ method, url, headers: { authorization: `Bearer ${token}` } },
    ...(payload && { payload }),
  })

test('AT1 a token is shown once, and reads what its person may see, without a cookie', async () => {
  const { token, id } = await add()
  expect(token).toMatch(/^wrt_[\w-]{43}$/)
  expect(devicesOf(await call(token))).toEqual(['PUMP-1', 'PUMP-2'])
  const [listed] = (await person.client.get(path)).json().data
  expect(listed).toMatchObject({ id, name: 'Grafana', devices: null, lastUsedAt: site.now })
  expect(JSON.stringify(listed)).not.toContain(token)
  const stored = await site.sql.selectFrom('access_tokens').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(token.slice(4))
})

test('AT1 programs with Basic authentication alone send it as a password', async () => {
  const { token } = await add()
  const authorization = `Basic ${Buffer.from(`anybody:${token}`).toString('base64')}`
  const { app } = site.application
  expect((await app.inject({ url: lastReadings, headers: { authorization } })).statusCode).toBe(200)
})

test('AT2 a token for some devices opens these; others are not even shown to exist', async () => {
  const { token } = await add({ devices: ['PUMP-2'] })
  expect(devicesOf(await call(token))).toEqual(['PUMP-2'])
  const sensors = (await call(token, '/api/sensors?page=1&limit=50')).json().data
  expect(sensors.map(({ lesiId }: { lesiId: string }) => lesiId)).toEqual(['PUMP-2'])
  const names = devices.map((thing) => ({ thing, key: 'temp' }))
  expect((await call(token, '/api/sensors/lookup', 'POST', { names })).json().data).toHaveLength(1)
  for (const [lesiId, status] of [
    ['PUMP-1', 404],
    ['PUMP-2', 200],
    ['PUMP-3', 404],
  ] as const) {
    const table = `/api/history/readings?thing=${lesiId}&sensor=temp&from=0&to=1`
    const body = { thing: lesiId, from: 0, to: 1 }
    const replies = [
      await call(token, `/api/scada/report/${lesiId}/temp/today`),
      await call(token, table),
      await call(token, '/api/scada/reportbything', 'POST', body),
      await call(token, '/api/scada/reportbything/sensor', 'POST', { ...body, sensor: 'temp' }),
      await call(token, '/api/scada/report/figures', 'POST', { ...body, sensor: 'temp' }),
      await call(token, '/api/scada/report/distribution', 'POST', { ...body, sensor: 'temp' }),
      await call(token, '/api/scada/report/correlation', 'POST', {
        ...{ from: 0, to: 1, x: { thing: 'PUMP-2', sensor: 'temp' } },
        y: { thing: lesiId, sensor: 'temp' },
      }),
    ]
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => status))
  }
})

const guide = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8')

test('HI124 the examples of the documentation name sensors of the demo plant', () => {
  const named = [
    ...[...guide.matchAll(/thing=([^&…]+)&sensor=([^&…]+)&/g)],
    ...[...guide.matchAll(/"thing":"([^"]+)","sensor":"([^"]+)"/g)],
    ...[...guide.matchAll(/"thing":"([^"]+)",(?!"sensor)/g)],
    ...[...guide.matchAll(/\/report\/([\w-]+)\/([\w-]+)\//g)],
    ...[...guide.matchAll(/readings\("([^"]+)", "([^"]+)"/g)],
  ].map(([, lesiId = '', key]) => (key === undefined ? [lesiId] : [lesiId, key]).join(' '))
  expect(named.length).toBeGreaterThanOrEqual(12)
  const known = new Set(
    plant.flatMap(({ lesiId, sensors }) => [
      lesiId,
      ...sensors.map(({ key }) => `${lesiId} ${key}`),
    ]),
  )
  expect(named.filter((name) => !known.has(name))).toEqual([])
})

test('HI124 every example of a call in the documentation is answered', async () => {
  const deviceId = await insertDeviceAlone(site.sql, {
    ...{ lesi_id: 'PUMP-P101', name: 'Pump P-101', token_hash: Buffer.alloc(32) },
  })
  for (const key of ['flow', 'discharge_pressure']) await insertSensor(site.sql, deviceId, key)
  await bindPerson(site.sql, 'PUMP-P101', person.id)
  const { token } = await add()
  await expect.poll(async () => devicesOf(await call(token))).toContain('PUMP-P101')
  const [from, to] = [String(site.now - day), String(site.now)]
  const text = guide
    .replaceAll('\\\n', '')
    .replaceAll(/'\$FROM'|\$\{__from\}/g, from)
    .replaceAll(/'\$TO'|\$\{__to\}/g, to)
  const calls = [
    ...[...text.matchAll(/"\$WARROOM([^"]+)"(?: +-d '(.+)')?$/gm)],
    ...[...text.matchAll(/:\/\/[^/\s]+(\/api\/history\/[\w.]+\?\w[^\s'`]+)/g)],
  ]
  expect(calls.length).toBeGreaterThanOrEqual(11)
  for (const [, url = '', body] of calls) {
    const payload = body === undefined ? undefined : (JSON.parse(body) as object)
    const reply = await call(token, url, payload ? 'POST' : 'GET', payload)
    expect(`${url} ${reply.statusCode}`).toBe(`${url} 200`)
  }
})

test('HI124 cookies of reports are removed, and no others', async () => {
  const { client } = person
  client.cookies.set('reportThing', 'PUMP-1')
  client.cookies.set('other', 'stays')
  const reply = await client.post('/api/scada/report/cookie/reset')
  expect(reply.json()).toEqual({ data: { removed: ['reportThing'] } })
  const removed = reply.cookies.filter(({ expires }) => (expires?.getTime() ?? Infinity) <= 0)
  expect(removed.map(({ name, path }) => [name, path])).toEqual([['reportThing', '/']])
})

test('AT2 a contract that has ended closes its device to the token, too', async () => {
  const { token } = await add({ devices: ['PUMP-1', 'PUMP-2'] })
  await endContract(site.sql, 'PUMP-1', person.id, '2026-01-01')
  await expect.poll(async () => devicesOf(await call(token))).toEqual(['PUMP-2'])
})

test('AT4 the list does not name a device that is closed to the person by now', async () => {
  await add({ devices: ['PUMP-1', 'PUMP-2'] })
  const named = async () => (await person.client.get(path)).json().data[0].devices
  const rename = (name: string) =>
    site.sql.updateTable('devices').set({ name }).where('lesi_id', '=', 'PUMP-1').execute()
  await rename('Main pump')
  await expect.poll(named).toContainEqual({ lesiId: 'PUMP-1', name: 'Main pump' })
  await endContract(site.sql, 'PUMP-1', person.id, '2026-01-01')
  await expect.poll(named).toContainEqual({ lesiId: 'PUMP-1', name: 'PUMP-1' })
  await rename('PUMP-1')
})

test('AT3 a token opens the calls that say so, which only read, and no other one', async () => {
  const { token } = await add()
  const administrator = await site.addPerson({ roles: ['admin'] })
  person = administrator
  const { token: all } = await add()
  const routes = servedRoutes(site.application.app)
  const open = routes.filter(({ isOpenToTokens }) => isOpenToTokens)
  expect(open.length).toBeGreaterThanOrEqual(8)
  expect(open.filter(({ changesNothing }) => !changesNothing)).toEqual([])
  const closed = routes.filter(
    ({ gate, isOpenToTokens }) => gate !== 'public' && gate !== 'device' && !isOpenToTokens,
  )
  expect(closed.length).toBeGreaterThan(100)
  for (const { method, path: pattern } of closed) {
    const url = pattern.replaceAll(/:\w+|\*/g, '1')
    for (const each of [token, all])
      expect(`${pattern} ${(await call(each, url, method as 'GET')).statusCode}`).toBe(
        `${pattern} 403`,
      )
  }
})

test('AT3 a cookie beside a token gives it nothing', async () => {
  const { token } = await add({ devices: ['PUMP-2'] })
  const reply = await site.application.app.inject({
    ...{ url: lastReadings, headers: { authorization: `Bearer ${token}` } },
    cookies: Object.fromEntries(person.client.cookies),
  })
  expect(devicesOf(reply)).toEqual(['PUMP-2'])
})

test('AT4 a token ends when revoked, expired, or its person may do nothing', async () => {
  const { token, id } = await add({ days: 2 })
  expect((await person.client.delete(`${path}/${id}`)).statusCode).toBe(204)
  expect((await call(token)).json()).toMatchObject({ error: 'unauthenticated' })
  expect((await person.client.delete(`${path}/${id}`)).statusCode).toBe(404)
  const second = await add({ days: 2 })
  const other = await site.addPerson({ roles: ['user'] })
  expect((await other.client.delete(`${path}/${second.id}`)).statusCode).toBe(404)
  expect((await call(second.token)).statusCode).toBe(200)
  const third = await add({ days: 3 })
  site.now += 2 * day
  expect((await call(second.token)).statusCode).toBe(401)
  expect((await call(third.token)).statusCode).toBe(200)
  await site.sql.updateTable('users').set({ disabled: true }).where('id', '=', person.id).execute()
  expect((await call(third.token)).statusCode).toBe(401)
  expect((await call('wrt_nonsense')).statusCode).toBe(401)
})

test('AT4 a role that its person lost opens nothing any more', async () => {
  const { token } = await add()
  await site.sql.deleteFrom('user_roles').where('user_id', '=', person.id).execute()
  expect((await call(token)).statusCode).toBe(401)
})

test('AT5 what is refused of a token names its field; a previewed role makes none', async () => {
  const attempt = async (body: object) => {
    const whole = { name: 'Grafana', days: 30, devices: null, ...body }
    return (await person.client.post(path, whole)).json()
  }
  expect(await attempt({ devices: ['PUMP-1', 'PUMP-3'] })).toMatchObject({
    reasons: { 'devices.1': [{ code: 'unknown_device' }] },
  })
  expect(Object.keys((await attempt({ days: 0 })).errors)).toEqual(['days'])
  expect(Object.keys((await attempt({ days: 400 })).errors)).toEqual(['days'])
  expect(Object.keys((await attempt({ name: '   ' })).errors)).toEqual(['name'])
  expect(Object.keys((await attempt({ devices: [] })).errors)).toEqual(['devices'])
  const administrator = await site.addPerson({ roles: ['admin'] })
  await administrator.client.post('/api/auth/role/asign', { role: 'editor' })
  const body = { name: 'Grafana', days: 30, devices: null }
  expect((await administrator.client.post(path, body)).statusCode).toBe(403)
})

test('AT5 twenty tokens are enough for a person; those that expired long ago go', async () => {
  for (let index = 0; index < 20; index += 1) await add({ name: `${index}`, days: 1 })
  const one = { name: 'One more', days: 1, devices: null }
  expect((await person.client.post(path, one)).statusCode).toBe(422)
  site.now += 32 * day
  person = { ...person, client: await site.clientOf(person.id) }
  await add()
  expect((await person.client.get(path)).json().data).toHaveLength(1)
})

test('AT6 making and revoking are in the audit, without the token', async () => {
  const { token, id } = await add({ devices: ['PUMP-1'] })
  await person.client.delete(`${path}/${id}`)
  const entries = await site.sql
    .selectFrom('audit_entries')
    .select(['action', 'entity_name', 'after'])
    .where('entity_id', '=', id)
    .orderBy('id')
    .execute()
  expect(entries).toMatchObject([
    { action: 'access-token.add', entity_name: 'Grafana', after: { devices: ['PUMP-1'] } },
    { action: 'access-token.revoke', entity_name: 'Grafana' },
  ])
  expect(JSON.stringify(entries)).not.toContain(token.slice(4))
})

test('AT7 a token that asks too often waits; others do not', async () => {
  const { token } = await add()
  const { token: other } = await add()
  const statuses = new Set<number>()
  for (let index = 0; index <= callsPerMinute; index += 1)
    statuses.add((await call(token, '/api/sensors?page=1&limit=1')).statusCode)
  expect([...statuses]).toEqual([200, 429])
  expect((await call(other)).statusCode).toBe(200)
  site.now += 60_000
  expect((await call(token)).statusCode).toBe(200)
})

test('AT8 a program learns how to sign in where tokens open the call', async () => {
  const challengeOf = async (url: string, headers: Readonly<Record<string, string>> = {}) => {
    const reply = await site.application.app.inject({ url, headers })
    expect(reply.statusCode).toBe(401)
    return reply.headers['www-authenticate']
  }
  expect(await challengeOf(lastReadings)).toMatch(/^Bearer realm="Warroom", Basic realm="Warroom"/)
  const wrong = { authorization: `Basic ${Buffer.from('excel:wrt_wrong').toString('base64')}` }
  expect(await challengeOf(lastReadings, wrong)).toContain('Basic')
  expect(await challengeOf(lastReadings, { 'x-requested-with': 'XMLHttpRequest' })).toBeUndefined()
  expect(await challengeOf('/api/users')).toBeUndefined()
})

test('AT9 a token of an administrator for all devices reads the metrics, no other', async () => {
  const metrics = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const asked = { url: '/api/metrics', remoteAddress: '203.0.113.7', headers }
    return (await site.application.app.inject(asked)).statusCode
  }
  const { token: ofPerson } = await add()
  person = await site.addPerson({ roles: ['admin'] })
  const [{ token, id }, { token: ofSome }] = [await add(), await add({ devices: ['PUMP-1'] })]
  expect([await metrics(token), await metrics(ofSome), await metrics(ofPerson)]).toEqual([
    200, 403, 403,
  ])
  await person.client.delete(`${path}/${id}`)
  expect(await metrics(token)).toBe(401)
})
