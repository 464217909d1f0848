import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditRecord } from '#kit/server/audit.ts'
import { startTestApplication, type TestApplication } from '#testing/sites/application.ts'
import type { HttpClient } from '#testing/peers/http-client.ts'
import type { AuditEntry } from '../contract/routes.ts'
import { recordAudit } from '#testing/audit.ts'

let site: TestApplication
let root: HttpClient
let ida = 0

beforeAll(async () => {
  site = await startTestApplication()
  root = await site.clientOf(
    await site.addAccount({ email: 'root@example.org', name: 'Root', roles: ['admin'] }),
  )
  ida = await site.addAccount({ email: 'ida@example.org', name: 'Ida Holm', roles: ['user'] })
})
afterAll(() => site.close())

const role = {
  action: 'role.create',
  entity: 'role',
  entityId: 'Night',
  entityName: 'Night',
} as const
const device = {
  action: 'device.add',
  entity: 'device',
  entityId: 'PUMP-1',
  entityName: 'PUMP-1',
} as const

async function record(entry: AuditRecord, actorId: number | null = null): Promise<void> {
  const origin = { actorId, address: '203.0.113.7', requestId: 'request' }
  await site.sql.transaction().execute((transaction) => recordAudit(transaction, origin, entry))
}

async function list(query = ''): Promise<{ data: AuditEntry[]; meta: { total: number } }> {
  return (await root.get(`/api/audit?${query}`)).json()
}

test('AU3 entries hold who, what, before, after, where, when; newest first, in pages', async () => {
  const begun = Date.now()
  await record(
    { ...role, before: { permissions: [] }, after: { permissions: ['view menu zip'] } },
    ida,
  )
  await record(device)
  const { data, meta } = await list('limit=2')
  expect(meta).toEqual({ total: 2, page: 1, limit: 2 })
  expect(data.map(({ action }) => action)).toEqual(['device.add', 'role.create'])
  expect(data[1]).toEqual({
    id: expect.any(Number),
    time: expect.any(Number),
    actor: { id: ida, name: 'Ida Holm', email: 'ida@example.org' },
    ...role,
    before: { permissions: [] },
    after: { permissions: ['view menu zip'] },
    ...{ count: 1, firstTime: null },
    address: '203.0.113.7',
    requestId: 'request',
  })
  expect(Math.abs((data[1]?.time ?? 0) - begun)).toBeLessThan(5_000)
  expect((await list('limit=1&page=2')).data).toEqual([data[1]])
})

test('AU3 entries are found by person, action, entity, time and text', async () => {
  const actions = async (query: string) => (await list(query)).data.map(({ action }) => action)
  const [newest] = (await list()).data
  expect(await actions(`actor=${ida}`)).toEqual(['role.create'])
  expect(await actions('action=device.add')).toEqual(['device.add'])
  expect(await actions('entity=role&entityId=Night')).toEqual(['role.create'])
  expect(await actions('search=ida%20HOLM')).toEqual(['role.create'])
  expect(await actions('search=pump')).toEqual(['device.add'])
  expect(await actions('search=%25')).toEqual([])
  expect(await actions(`from=${(newest?.time ?? 0) + 1}`)).toEqual([])
  expect(await actions(`to=${newest?.time}`)).not.toContain('device.add')
  for (const query of ['action=fly', 'actor=x', 'limit=1000', 'from=-1'])
    expect((await root.get(`/api/audit?${query}`)).statusCode).toBe(422)
})

test('AU3 what was done to a person is found by name, whatever address the entry has', async () => {
  await record({
    action: 'user.disable',
    entity: 'user',
    entityId: ida,
    entityName: 'before@example.org',
  })
  await record({
    action: 'user.disable',
    entity: 'role',
    entityId: ida,
    entityName: 'no person at all',
  })
  const found = (await list('search=holm')).data.map(({ action, entity }) => `${action} ${entity}`)
  expect(found).toEqual(['user.disable user', 'role.create role'])
})

test('AU2 fields that are named like a secret are left out at any depth', async () => {
  const after = {
    name: 'x',
    password_hash: 'a',
    nested: { token: 'b', list: [{ apiSecret: 'c', kept: 1 }] },
  }
  await record({ ...role, after })
  expect((await list('limit=1')).data[0]?.after).toEqual({
    name: 'x',
    nested: { list: [{ kept: 1 }] },
  })
})

test('AU4 a change that is undone leaves no entry', async () => {
  const before = (await list()).meta.total
  const undone = site.sql.transaction().execute(async (transaction) => {
    await recordAudit(transaction, { actorId: null, address: 'x', requestId: 'x' }, role)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect((await list()).meta.total).toBe(before)
})

test('AU5 an entry outlives who made it, and is never changed', async () => {
  await site.sql.deleteFrom('users').where('id', '=', ida).execute()
  expect((await list(`actor=${ida}`)).data[0]?.actor).toEqual({
    id: ida,
    name: 'Ida Holm',
    email: 'ida@example.org',
  })
  await expect(
    site.sql.updateTable('audit_entries').set({ address: 'elsewhere' }).execute(),
  ).rejects.toThrow('never changed')
  await expect(site.sql.deleteFrom('audit_entries').execute()).rejects.toThrow('never changed')
})
