import { beforeAll, expect, test } from 'vitest'
import type { RegisteredDevice } from '../../contract/registry.ts'
import type { HttpClient } from '#testing/peers/http-client.ts'
import type { Person } from '#testing/sites/account-site.ts'
import { site } from '#testing/sites/shared-account-site.ts'
import { eventually } from '#testing/eventually.ts'

let administrator: Person
let manager: Person
let stranger: Person

beforeAll(async () => {
  administrator = await site.addPerson({ roles: ['admin'] })
  manager = await site.addPerson({ roles: ['manager'] })
  stranger = await site.addPerson({ roles: ['manager'] })
})

async function add(
  lesiId: string,
  own: object = {},
  { client } = administrator,
): Promise<{ device: RegisteredDevice; token: string }> {
  const reply = await client.post('/api/devices', { lesiId, name: `Name of ${lesiId}`, ...own })
  expect(reply.statusCode).toBe(200)
  return reply.json().data
}

const list = async (query = '', { client }: { client: HttpClient } = administrator) =>
  (await client.get(`/api/devices?${query}`)).json<{
    data: RegisteredDevice[]
    meta: Record<string, number | boolean>
  }>()
const named = async (query: string, person?: Person) =>
  (await list(query, person)).data.map(({ lesiId }) => lesiId)

const entries = async (lesiId: string) => {
  const { data } = (await administrator.client.get('/api/audit?entity=device&limit=100')).json<{
    data: { action: string; entityId: string; before: object | null; after: object | null }[]
  }>()
  return data.filter(({ entityId }) => entityId === lesiId)
}

const send = async (lesiId: string, token: string) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const url = `/api/ingest/${lesiId}`
  const payload = '{"values":{"temp":21.5}}'
  return (await site.application.app.inject({ method: 'POST', url, headers, payload })).statusCode
}

test('DV2 a device is added with what is known of it; its token is shown once', async () => {
  const described = {
    ...{ name: 'Wrapper 2', product: 'Stretch wrapper', site: 'Taichung', zone: 'Packaging' },
    ...{ intervalMs: 500, silenceMs: 30_000 },
  }
  const { device, token } = await add('WRAP-1', described)
  expect(Buffer.from(token, 'base64url')).toHaveLength(24)
  const state = { isRevoked: false, ending: token.slice(-5), since: expect.any(Number) }
  expect(device).toMatchObject({
    ...{ lesiId: 'WRAP-1', ...described, version: 1, peopleCount: 0, sensorCount: 0 },
    ...{ status: 'offline', lastSeen: null, isLate: false, relation: null, token: state },
    abilities: { configure: true },
  })
  expect(await send('WRAP-1', token)).toBe(200)
  const read = await administrator.client.get('/api/devices/WRAP-1')
  expect(read.json().data).toMatchObject({ status: 'online', sensorCount: 1 })
  expect(read.body + JSON.stringify(await entries('WRAP-1'))).not.toContain(token)
  expect(await entries('WRAP-1')).toMatchObject([{ action: 'device.add', after: described }])
})

test('DV2 what is wrong with a new device is named by field, and nothing is added', async () => {
  await add('TAKEN-1')
  const refused = async (body: object) =>
    Object.fromEntries(
      Object.entries(
        (await administrator.client.post('/api/devices', body)).json().reasons ?? {},
      ).map(([field, reasons]) => [field, (reasons as { code: string }[])[0]?.code]),
    )
  expect(await refused({ lesiId: 'TAKEN-1', name: 'x' })).toEqual({ lesiId: 'lesi_id_taken' })
  expect(
    await refused({ lesiId: 'a b', name: '  ', intervalMs: 5, zone: 'z'.repeat(201) }),
  ).toEqual({ lesiId: 'lesi_id', name: 'required', intervalMs: 'too_small', zone: 'too_long' })
  expect(await refused({ lesiId: 'SLOW-1', name: 'x', intervalMs: 600_000 })).toEqual({
    silenceMs: 'silence_below_interval',
  })
  for (const name of ['a\0b', 'a\r\nb'])
    expect(await refused({ lesiId: 'NUL-1', name })).toEqual({ name: 'unstorable_characters' })
  expect(await named('search=SLOW-1')).toEqual([])
})

test('DV1 the list is searched, filtered, sorted and cut into pages on the server', async () => {
  for (const [lesiId, zone] of [
    ['LIST-10', 'Oven hall'],
    ['LIST-9', 'Öl-Lager 50%_'],
    ['LIST-11', 'oven Hall'],
  ] as const)
    await add(lesiId, { zone, site: 'Plant <b>7</b>' })
  expect(await named('search=list-')).toEqual(['LIST-9', 'LIST-10', 'LIST-11'])
  expect(await named('search=OVEN list plant')).toEqual(['LIST-10', 'LIST-11'])
  expect(await named(`search=${encodeURIComponent('50%_ öl')}`)).toEqual(['LIST-9'])
  expect(await named('search=list-&sort=added&order=desc')).toEqual([
    'LIST-11',
    'LIST-9',
    'LIST-10',
  ])
  const page = await list('search=list-&page=2&limit=2')
  expect(page.data.map(({ lesiId }) => lesiId)).toEqual(['LIST-11'])
  expect(page.meta).toMatchObject({ total: 3, page: 2, limit: 2, mayAdd: true })
})

test('DV1 devices are counted and filtered by state; late is who sends no more', async () => {
  const { token } = await add('STATE-1', { intervalMs: 1_000 })
  await add('STATE-2')
  expect(await named('search=state-&state=never')).toEqual(['STATE-1', 'STATE-2'])
  expect(await send('STATE-1', token)).toBe(200)
  const { data, meta } = await list('search=state-&state=online')
  expect(data).toMatchObject([{ lesiId: 'STATE-1', status: 'online', isLate: false }])
  expect(meta['all']).toBe(Number(meta['online']) + Number(meta['offline']) + Number(meta['never']))
  site.now += 3_500
  expect((await list('search=STATE-1')).data).toMatchObject([{ status: 'online', isLate: true }])
  const { catalogue, presence } = site.application.data
  presence.statusReported(catalogue.device('STATE-1')?.id ?? 0, 'offline')
  expect(await named('search=state-&state=offline')).toEqual(['STATE-1'])
  expect(await named('search=state-&sort=lastSeen')).toEqual(['STATE-2', 'STATE-1'])
})

test('DV3 an edit that began from an older version overwrites nothing', async () => {
  const { device } = await add('EDIT-1')
  const path = '/api/devices/EDIT-1'
  const { name, product, site: place, zone, intervalMs, silenceMs } = device
  const body = { name, product, site: place, zone, intervalMs, silenceMs }
  const first = await administrator.client.put(path, { ...body, version: 1, zone: 'Hall 3' })
  expect(first.json().data).toMatchObject({ version: 2, zone: 'Hall 3' })
  const second = await administrator.client.put(path, { ...body, version: 1, name: 'Mine' })
  expect([second.statusCode, second.json().error]).toEqual([409, 'conflict'])
  expect((await list('search=EDIT-1')).data).toMatchObject([{ name, zone: 'Hall 3' }])
  // The data path has it as well, at once.
  expect(site.application.data.catalogue.device('EDIT-1')?.silenceMs).toBe(60_000)
  expect(await entries('EDIT-1')).toMatchObject([
    { action: 'device.update', before: { zone: '' }, after: { zone: 'Hall 3' } },
    { action: 'device.add' },
  ])
})

test('DV3 of edits that begin at once from one version, one is made', async () => {
  const { device } = await add('RACE-1')
  const { name, product, site: place, zone, intervalMs, silenceMs } = device
  const body = { name, product, site: place, zone, intervalMs, silenceMs, version: 1 }
  const replies = await Promise.all(
    [1, 2, 3, 4].map((count) =>
      administrator.client.put('/api/devices/RACE-1', { ...body, name: `Name ${count}` }),
    ),
  )
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409])
})

test('DV4 a new token replaces the one before; after revoking, none is valid', async () => {
  const { token: first } = await add('TOKEN-1')
  const ended: string[] = []
  site.bus.on('deviceTokenChanged', ({ lesiId }) => void ended.push(lesiId))
  const reply = await administrator.client.post('/api/devices/TOKEN-1/token')
  const { token: second } = reply.json().data
  expect([await send('TOKEN-1', first), await send('TOKEN-1', second)]).toEqual([401, 200])
  await eventually('connections of the first end', () => ended.length === 1)
  const revoked = await administrator.client.post('/api/devices/TOKEN-1/token/revoke')
  expect(revoked.json().data.token).toMatchObject({ isRevoked: true, ending: null })
  expect([await send('TOKEN-1', first), await send('TOKEN-1', second)]).toEqual([401, 401])
  await eventually('connections of the second end', () => ended.length === 2)
  const { token: third } = (await administrator.client.post('/api/devices/TOKEN-1/token')).json()
    .data
  expect(await send('TOKEN-1', third)).toBe(200)
  const trail = await entries('TOKEN-1')
  expect(trail.map(({ action }) => action)).toEqual([
    'device.rotate-token',
    'device.revoke-token',
    'device.rotate-token',
    'device.add',
  ])
  for (const token of [first, second, third]) {
    expect(JSON.stringify(trail)).not.toContain(token)
    expect(JSON.stringify(await list('search=TOKEN-1'))).not.toContain(token)
  }
})

/** What somebody is answered who tries everything with a device. */
test('DV15 the former token holds for as long as was chosen, and then no longer', async () => {
  const lesiId = 'OVERLAP-1'
  const first = (await add(lesiId)).token
  const ended: string[] = []
  const stop = site.bus.on('deviceTokenChanged', (event) => void ended.push(event.lesiId))
  const rotate = async (body?: object) =>
    (await administrator.client.post(`/api/devices/${lesiId}/token`, body)).json().data
  const { token: second, device } = await rotate({ overlapSeconds: 3_600 })
  expect(device.token.formerUntil).toBe(site.now + 3_600_000)
  expect([await send(lesiId, first), await send(lesiId, second)]).toEqual([200, 200])
  expect(ended).toEqual([])
  site.now += 3_600_001
  await eventually('its connections end', () => ended.length > 0)
  expect([await send(lesiId, first), await send(lesiId, second)]).toEqual([401, 200])
  const shown = (await administrator.client.get(`/api/devices/${lesiId}`)).json().data
  expect(shown.token.formerUntil).toBeNull()
  // Without a choice, and by revoking, both end at once.
  const { token: third } = await rotate({ overlapSeconds: 60 })
  const { token: fourth } = await rotate()
  expect([await send(lesiId, second), await send(lesiId, third)]).toEqual([401, 401])
  await rotate({ overlapSeconds: 60 })
  await administrator.client.post(`/api/devices/${lesiId}/token/revoke`)
  expect(await send(lesiId, fourth)).toBe(401)
  stop()
})

async function attempts({ client }: Person, lesiId: string): Promise<readonly number[]> {
  const path = `/api/devices/${lesiId}`
  const edit = { name: 'Mine', product: '', site: '', zone: '' }
  const body = { ...edit, intervalMs: 1_000, silenceMs: 60_000, version: 1 }
  const replies = [
    await client.get(path),
    await client.put(path, body),
    await client.post(`${path}/token`),
    await client.post(`${path}/token/revoke`),
  ]
  return replies.map(({ statusCode }) => statusCode)
}

const bind = (deviceId: number, person: Person, own: object) =>
  site.sql
    .insertInto('bindings')
    .values({ device_id: deviceId, user_id: person.id, relation: 'admin', ...own })
    .execute()

test('DV5 administrators and open parent accounts configure, others see or do not', async () => {
  const { device } = await add('OWN-1', {}, manager)
  expect(device).toMatchObject({ relation: 'admin', abilities: { configure: true } })
  expect(await attempts(stranger, 'OWN-1')).toEqual([404, 404, 404, 404])
  expect(await named('', stranger)).toEqual([])
  const reader = await site.addPerson({ roles: ['basic'] })
  const subUser = await site.addPerson({ roles: ['manager'] })
  const former = await site.addPerson({ roles: ['manager'] })
  await bind(device.id, reader, {})
  await bind(device.id, subUser, { relation: 'sub-user' })
  await bind(device.id, former, { contract_end: '2026-01-31' })
  await site.application.data.catalogue.refresh([device.id])
  expect(await attempts(reader, 'OWN-1')).toEqual([200, 403, 403, 403])
  expect(await attempts(subUser, 'OWN-1')).toEqual([200, 403, 403, 403])
  expect(await attempts(former, 'OWN-1')).toEqual([200, 403, 403, 403])
  for (const [person, access] of [
    [subUser, 'open'],
    [former, 'ended'],
  ] as const)
    expect((await list('', person)).data).toMatchObject([
      { lesiId: 'OWN-1', access, token: null, abilities: { configure: false } },
    ])
  expect((await list('', former)).data).toMatchObject([
    { status: null, lastSeen: null, sensorCount: null, contractEnd: '2026-01-31' },
  ])
  expect(await attempts(manager, 'OWN-1')).toEqual([200, 200, 200, 200])
})

test('DV5 who is not bound sees the days of the parent accounts', async () => {
  const { device } = await add('DAYS-1')
  const [one, other] = [await site.addPerson(), await site.addPerson()]
  await bind(device.id, one, { contract_start: '2026-01-01', contract_end: '2026-12-31' })
  await bind(device.id, other, { contract_start: '2025-06-01', contract_end: '2026-06-30' })
  const days = async () => {
    const [found] = (await list('search=DAYS-1')).data
    return [found?.contractStart, found?.contractEnd, found?.peopleCount]
  }
  expect(await days()).toEqual(['2025-06-01', '2026-12-31', 2])
  await site.sql
    .updateTable('bindings')
    .set({ contract_end: null })
    .where('user_id', '=', one.id)
    .execute()
  expect(await days()).toEqual(['2025-06-01', null, 2])
})
