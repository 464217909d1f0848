import { beforeAll, expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { countWaiting } from '#testing/postgres/databases-store.ts'
import type { Person } from '#testing/sites/account-site.ts'
import { site } from '#testing/sites/shared-account-site.ts'

let administrator: Person
/** Who adds the devices, and so is their parent account. */
let parent: Person
let stranger: Person
let devices = 0

beforeAll(async () => {
  administrator = await site.addPerson({ roles: ['admin'] })
  parent = await site.addPerson({ roles: ['manager'] })
  stranger = await site.addPerson({ roles: ['manager'] })
})

/** A device of the parent account; its address. */
async function newDevice() {
  devices += 1
  const lesiId = `BOUND-${devices}`
  const reply = await parent.client.post('/api/devices', { lesiId, name: `Device ${devices}` })
  expect(reply.statusCode).toBe(200)
  return { lesiId, path: `/api/devices/${lesiId}` }
}

const unlimited = { contractStart: null, contractEnd: null }

/** Status and, where it is refused, the fields with their codes. */
async function bind(path: string, by: Person, body: object): Promise<string> {
  const reply = await by.client.put(`${path}/bindings`, {
    relation: 'sub-user',
    ...unlimited,
    ...body,
  })
  if (reply.statusCode === 204) return '204'
  const reasons: Record<string, { code: string }[]> = reply.json().reasons ?? {}
  const fields = Object.entries(reasons).map(([field, [first]]) => `${field} ${first?.code}`)
  return [reply.statusCode, ...fields].join(' ')
}

const people = async (path: string, by = administrator) =>
  (await by.client.get(`${path}/bindings`)).json<{
    data: { userId: number; email: string; relation: string; isTheirsToChange: boolean }[]
    meta: { relations: string[] }
  }>()

const own = async ({ client }: Person) =>
  (await client.post('/api/scada/cognito-account')).json<{ data: Record<string, unknown>[] }>().data

const unbind = ({ client }: Person, thing: string, body: object = {}) =>
  client.post('/api/scada/cognito-account/unbind', { thing, ...body })

const sees = async ({ client }: Person, path: string) => (await client.get(path)).statusCode === 200

test('DV6 a parent account binds sub-users, an administrator parent accounts too', async () => {
  const { path } = await newDevice()
  const reader = await site.addPerson({ roles: ['basic'] })
  expect(await sees(reader, path)).toBe(false)
  expect(await bind(path, parent, { email: reader.email.toUpperCase() })).toBe('204')
  expect(await sees(reader, path)).toBe(true)
  expect(await people(path, parent)).toMatchObject({
    data: [
      { email: parent.email, relation: 'admin', isTheirsToChange: false, state: 'open' },
      { email: reader.email, relation: 'sub-user', isTheirsToChange: true, state: 'open' },
    ],
    meta: { relations: ['sub-user'] },
  })
  const { email } = stranger
  expect(await bind(path, parent, { email, relation: 'admin' })).toBe(
    '422 relation beyond_own_rights',
  )
  expect(await bind(path, administrator, { email, relation: 'admin' })).toBe('204')
  // One parent account has no say over another, nor over itself here.
  expect(await bind(path, parent, { email })).toBe('403')
  expect(await bind(path, parent, { email: parent.email })).toBe('403')
  expect((await parent.client.delete(`${path}/bindings/${stranger.id}`)).statusCode).toBe(403)
  expect((await parent.client.delete(`${path}/bindings/${reader.id}`)).statusCode).toBe(204)
  expect(await sees(reader, path)).toBe(false)
  expect((await parent.client.delete(`${path}/bindings/${reader.id}`)).statusCode).toBe(404)
})

test('DV24 a change of a binding that ended or was changed meanwhile changes nothing', async () => {
  const { path } = await newDevice()
  const { email, id } = await site.addPerson({ roles: ['basic'] })
  const term = { relation: 'sub-user', contractStart: null, contractEnd: '2026-12-31' }
  const longer = { email, contractEnd: '2027-12-31' }
  expect(await bind(path, administrator, { email, ...term, before: term })).toBe('409')
  expect(await bind(path, administrator, { email, ...term, before: null })).toBe('204')
  expect(await bind(path, administrator, { email, ...term, before: null })).toBe('409')
  const other = { ...term, contractEnd: null }
  expect(await bind(path, parent, { ...longer, before: other })).toBe('409')
  expect(await bind(path, parent, { ...longer, before: term })).toBe('204')
  expect((await administrator.client.delete(`${path}/bindings/${id}`)).statusCode).toBe(204)
  const changed = { ...longer, before: { ...term, contractEnd: '2027-12-31' } }
  expect(await bind(path, parent, changed)).toBe('409')
  expect((await people(path)).data.map((each) => each.email)).toEqual([parent.email])
})

test('DV24 a change whose answer was lost is answered as the first one again', async () => {
  const { path } = await newDevice()
  const { email } = await site.addPerson({ roles: ['basic'] })
  const body = { email, relation: 'sub-user', ...unlimited, before: null }
  const headers = { 'idempotency-key': '7a9619ff-8b86-d011-b42d-00cf4fc964ff' }
  const send = () => administrator.client.put(`${path}/bindings`, body, headers)
  expect([(await send()).statusCode, (await send()).statusCode]).toEqual([204, 204])
})

test('DV6 days are those of the calendar, and within the contract of who gives them', async () => {
  const { path } = await newDevice()
  const { email } = await site.addPerson({ roles: ['basic'] })
  const days = (contractStart: string | null, contractEnd: string | null) => ({
    email,
    contractStart,
    contractEnd,
  })
  expect(await bind(path, administrator, { email: 'nobody@example.org' })).toBe(
    '422 email unknown_account',
  )
  expect(await bind(path, parent, days('2026-02-01', '2026-01-31'))).toBe(
    '422 contractEnd end_before_start',
  )
  for (const day of ['2026-02-30', '1969-12-31', '2100-01-01'])
    expect(await bind(path, parent, days(day, null))).toMatch(/^422 contractStart/)
  const term = { contractStart: '2026-01-01', contractEnd: '2026-12-31' }
  expect(await bind(path, administrator, { email: parent.email, relation: 'admin', ...term })).toBe(
    '204',
  )
  for (const [start, end] of [
    [null, null],
    ['2026-01-01', null],
    ['2025-12-31', '2026-12-31'],
    ['2026-01-01', '2027-01-01'],
  ] as const)
    expect(await bind(path, parent, days(start, end))).toBe('422 contractEnd beyond_own_contract')
  expect(await bind(path, parent, days('2026-01-01', '2026-12-31'))).toBe('204')
  expect(await bind(path, parent, days('2026-03-01', '2026-11-30'))).toBe('204')
  const { data } = (await administrator.client.get(`/api/audit?action=device.bind&limit=1`)).json<{
    data: object[]
  }>()
  expect(data).toMatchObject([
    {
      before: { user: email, contractStart: '2026-01-01' },
      after: { user: email, relation: 'sub-user', contractStart: '2026-03-01' },
    },
  ])
})

test('DV6 who does not configure a device neither sees nor changes its bindings', async () => {
  const { path } = await newDevice()
  const subUser = await site.addPerson({ roles: ['manager'] })
  await bind(path, parent, { email: subUser.email })
  for (const [person, status] of [
    [stranger, 404],
    [subUser, 403],
  ] as const) {
    expect((await person.client.get(`${path}/bindings`)).statusCode).toBe(status)
    expect(await bind(path, person, { email: person.email })).toBe(String(status))
    expect((await person.client.delete(`${path}/bindings/${subUser.id}`)).statusCode).toBe(status)
  }
})

test('DV22 whose binding ends or changes while the device is held changes nothing', async () => {
  const { lesiId, path } = await newDevice()
  const other = await site.addPerson({ roles: ['manager'] })
  await bind(path, administrator, { email: other.email, relation: 'admin' })
  const device = async () => (await administrator.client.get(path)).json().data
  const before = await device()
  const answers: Promise<{ readonly statusCode: number }>[] = []
  await site.sql.transaction().execute(async (transaction) => {
    const { id } = await transaction
      .selectFrom('devices')
      .where('lesi_id', '=', lesiId)
      .select('id')
      .forUpdate()
      .executeTakeFirstOrThrow()
    for (const { client } of [parent, other]) answers.push(client.post(`${path}/token`))
    await eventually('both wait', async () => (await countWaiting(site.sql)) === 2)
    await transaction
      .deleteFrom('bindings')
      .where('device_id', '=', id)
      .where('user_id', '=', parent.id)
      .execute()
    await transaction
      .updateTable('bindings')
      .set({ contract_end: '2025-12-31' })
      .where('device_id', '=', id)
      .where('user_id', '=', other.id)
      .execute()
  })
  expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([404, 409])
  expect((await device()).token).toEqual(before.token)
})

test('DV7 a person lists their bindings with status, last update and contract', async () => {
  const [{ lesiId, path }, never] = [await newDevice(), await newDevice()]
  const holder = await site.addPerson({ roles: ['user'] })
  expect(await own(holder)).toEqual([])
  const { token } = (await parent.client.post(`${path}/token`)).json().data
  const sent = await site.application.app.inject({
    method: 'POST',
    url: `/api/ingest/${lesiId}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: '{"values":{"temp":21.5}}',
  })
  expect(sent.statusCode).toBe(200)
  const ended = { contractStart: '2025-01-01', contractEnd: '2025-12-31' }
  await bind(path, administrator, { email: holder.email, relation: 'admin' })
  await bind(never.path, administrator, { email: holder.email, ...ended })
  const binding = { access: 'open', relation: 'admin', subUsers: 0, ...unlimited }
  expect(await own(holder)).toMatchObject([
    { lesiId, ...binding, status: 'online', lastUpdate: site.now },
    { lesiId: never.lesiId, access: 'ended', status: null, lastUpdate: null, ...ended },
  ])
  expect((await parent.client.get(path)).json().data.lastSeen).toBe(site.now)
})

test('DV7 unbinding ends the own binding; the last parent takes sub-users along', async () => {
  const { lesiId, path } = await newDevice()
  const [one, other] = [
    await site.addPerson({ roles: ['user'] }),
    await site.addPerson({ roles: ['basic'] }),
  ]
  for (const { email } of [one, other]) await bind(path, parent, { email })
  expect((await unbind(stranger, lesiId)).statusCode).toBe(404)
  expect((await unbind(one, lesiId)).statusCode).toBe(204)
  expect([await sees(one, path), await sees(other, path)]).toEqual([false, true])
  const listed = (await own(parent)).find((binding) => binding['lesiId'] === lesiId)
  expect(listed).toMatchObject({ relation: 'admin', subUsers: 1 })
  const refused = await unbind(parent, lesiId)
  expect([refused.statusCode, refused.json().error]).toEqual([409, 'conflict'])
  expect([await sees(parent, path), await sees(other, path)]).toEqual([true, true])
  expect((await unbind(parent, lesiId, { subUsers: true })).statusCode).toBe(204)
  expect([await sees(parent, path), await sees(other, path)]).toEqual([false, false])
  expect((await people(path)).data).toEqual([])
  const { data } = (
    await administrator.client.get(`/api/audit?action=device.unbind&limit=1`)
  ).json<{ data: object[] }>()
  expect(data).toMatchObject([
    {
      entityId: lesiId,
      before: { user: parent.email, relation: 'admin' },
      after: { user: parent.email, subUsers: [other.email] },
    },
  ])
})

test('DV23 unbinding that comes again after a lost answer is answered as the first', async () => {
  const { lesiId, path } = await newDevice()
  const one = await site.addPerson({ roles: ['user'] })
  await bind(path, parent, { email: one.email })
  const again = () =>
    one.client.post(
      '/api/scada/cognito-account/unbind',
      { thing: lesiId },
      { 'idempotency-key': '6f9619ff-8b86-d011-b42d-00cf4fc964ff' },
    )
  expect([(await again()).statusCode, (await again()).statusCode]).toEqual([204, 204])
  expect(await sees(one, path)).toBe(false)
})

test('DV7 a binding that one does not have is said to be missing, not its device', async () => {
  const { lesiId } = await newDevice()
  const missing = async (person: Person, thing: string) => {
    const reply = await unbind(person, thing)
    return [reply.statusCode, reply.json<{ message: string }>().message]
  }
  expect(await missing(administrator, lesiId)).toEqual([404, `You are not bound to ${lesiId}`])
  expect(await missing(administrator, 'NO-SUCH-1')).toEqual([404, 'There is no device NO-SUCH-1'])
  expect(await missing(stranger, lesiId)).toEqual([404, `There is no device ${lesiId}`])
})

test('DV7 while another parent account remains, sub-users keep the device', async () => {
  const { lesiId, path } = await newDevice()
  const subUser = await site.addPerson({ roles: ['basic'] })
  await bind(path, parent, { email: subUser.email })
  await bind(path, administrator, { email: stranger.email, relation: 'admin' })
  expect((await unbind(parent, lesiId)).statusCode).toBe(204)
  expect([await sees(parent, path), await sees(subUser, path)]).toEqual([false, true])
})

test('DV8 a removed device is gone with its sensors and bindings; its readings stay', async () => {
  const { lesiId, path } = await newDevice()
  const subUser = await site.addPerson({ roles: ['manager'] })
  await bind(path, parent, { email: subUser.email })
  const { token } = (await parent.client.post(`${path}/token`)).json().data
  const send = async () =>
    (
      await site.application.app.inject({
        method: 'POST',
        url: `/api/ingest/${lesiId}`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        payload: '{"values":{"temp":21.5}}',
      })
    ).statusCode
  expect(await send()).toBe(200)
  await site.application.data.writer.flush()
  const stored = () =>
    site.application.telemetry.rows<{ count: number }>(
      'select count() as count from numeric_readings',
    )
  const before = await stored()
  expect((await subUser.client.delete(path)).statusCode).toBe(403)
  expect((await stranger.client.delete(path)).statusCode).toBe(404)
  expect((await parent.client.delete(path)).statusCode).toBe(204)
  for (const person of [parent, subUser, administrator])
    expect(await sees(person, path)).toBe(false)
  expect(await send()).toBe(401)
  expect(await stored()).toEqual(before)
  expect(before[0]?.count).toBeGreaterThan(0)
  const { data } = (await administrator.client.get(`/api/audit?action=device.remove`)).json<{
    data: object[]
  }>()
  expect(data).toMatchObject([{ entityId: lesiId, before: { name: expect.any(String) } }])
})
