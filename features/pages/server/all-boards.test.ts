import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { BoardChange } from '#kit/server/bus.ts'
import { accountSite, type Person } from '#testing/sites/account-site.ts'

const site = accountSite()
const custom = '/api/scada/shadow-lambda/custom'
let administrator: Person
let leaver: Person
let newOwner: Person
let page: string
let dashboard: string

beforeAll(async () => {
  administrator = await site.addPerson({ roles: ['admin'], name: 'Lin' })
  leaver = await site.addPerson({ roles: ['basic'], name: 'Olga Leaves' })
  newOwner = await site.addPerson({ roles: ['basic'], name: 'Mai' })
  const area = { id: 'a', name: 'Secret area', x: 0, y: 0, w: 12, h: 1, widgets: [] }
  const made = await leaver.client.post(`${custom}/store`, { name: 'Boilers', areas: [area] })
  page = made.json().data.id
  dashboard = (await leaver.client.post('/api/dashboards', { name: 'Pumps' })).json().data.id
  const share = { role: 'user', access: 'read' }
  await leaver.client.put(`/api/boards/${page}/shares`, { email: newOwner.email, access: 'read' })
  await leaver.client.put(`/api/boards/${page}/shares`, share)
})

const list = async (search = '') =>
  (await administrator.client.get(`/api/administrator/boards?${search}`)).json()
const handOver = (id: string, email: string, from = leaver.email) =>
  administrator.client.put(`/api/administrator/boards/${id}/owner`, { email, from })
const names = async (search = '') =>
  (await list(search)).data.map(({ name }: { name: string }) => name)
const accessOf = async ({ client }: Person, id = page) => {
  const pages: { id: string; access: string }[] = (await client.post(`${custom}/menu`, {})).json()
    .data
  return pages.find((each) => each.id === id)?.access
}

test('PG17 administrators see whose each board is, and nothing of what it holds', async () => {
  const { data, meta } = await list()
  expect(meta).toEqual({ total: 2, page: 1, limit: 50 })
  expect(data[0]).toMatchObject({
    ...{ id: page, kind: 'page', name: 'Boilers', areas: 1, hasLeft: false, people: ['Mai'] },
    ...{ owner: { name: 'Olga Leaves', email: leaver.email }, savedBy: 'Olga Leaves' },
    roles: ['user'],
  })
  expect(JSON.stringify(data)).not.toContain('Secret area')
  expect(await names('search=olga')).toEqual(['Boilers', 'Pumps'])
  expect(await names('search=BOIL')).toEqual(['Boilers'])
  expect(await names('search=%25')).toEqual([])
  expect(await names('kind=dashboard')).toEqual(['Pumps'])
  expect(await names('left=yes')).toEqual([])
  expect(await names('limit=1&page=2')).toEqual(['Pumps'])
  expect((await newOwner.client.get('/api/administrator/boards')).statusCode).toBe(403)
})

test('PG18 a board goes to somebody who can have it, and its owner may edit it still', async () => {
  const visitor = await site.addPerson({ roles: ['visitor'] })
  const refused = async (id: string, email: string, from?: string) => {
    const reply = await handOver(id, email, from)
    return [reply.statusCode, Object.entries(reply.json().reasons ?? {})[0]]
  }
  const reasonOf = (code: string) => ['email', [expect.objectContaining({ code })]]
  expect(await refused(page, 'no@body.test')).toEqual([422, reasonOf('unknown_account')])
  expect(await refused(page, visitor.email)).toEqual([422, reasonOf('cannot_own_board')])
  expect(await refused(page, leaver.email)).toEqual([422, reasonOf('shared_with_owner')])
  expect((await refused(page, newOwner.email, newOwner.email))[0]).toBe(409)
  expect((await refused(crypto.randomUUID(), newOwner.email))[0]).toBe(404)
  expect([await accessOf(leaver), await accessOf(newOwner)]).toEqual(['owner', 'read'])

  const changes: BoardChange[] = []
  const stop = site.application.bus.on('boardChanged', (change) => changes.push(change))
  expect((await handOver(page, newOwner.email)).json().data.owner).toMatchObject({ name: 'Mai' })
  stop()
  expect(changes[0]?.audience.userIds.toSorted()).toEqual([leaver.id, newOwner.id].toSorted())
  expect([await accessOf(leaver), await accessOf(newOwner)]).toEqual(['edit', 'owner'])
  expect((await handOver(page, newOwner.email)).statusCode).toBe(409)
})

test('PG18 of a disabled account nothing is left, and each change is audited', async () => {
  await administrator.client.post(`/api/users/${leaver.id}/disable`, {})
  expect(await names('left=yes')).toEqual(['Pumps'])
  const refused = (await handOver(page, leaver.email, newOwner.email)).json()
  expect(refused.reasons.email).toMatchObject([{ code: 'cannot_own_board' }])
  expect((await handOver(dashboard, newOwner.email)).statusCode).toBe(200)
  const [given] = (await list('kind=dashboard')).data
  expect(given).toMatchObject({ owner: { name: 'Mai' }, people: [], hasLeft: false })
  const { data } = (
    await administrator.client.get(`/api/audit?action=dashboard.hand-over&entityId=${dashboard}`)
  ).json()
  expect(data).toMatchObject([
    { before: { owner: leaver.email }, after: { owner: newOwner.email }, actor: { name: 'Lin' } },
  ])
})

describe('an account is removed', () => {
  let leaving: Person
  const boards: Record<string, string> = {}
  const bin = async (kind: string, { client }: Person = administrator) =>
    (await client.get(`/api/boards/bin?kind=${kind}`)).json().data

  beforeAll(async () => {
    leaving = await site.addPerson({ roles: ['basic'], name: 'Piotr' })
    const add = async (path: string, name: string) => {
      boards[name] = (await leaving.client.post(path, { name })).json().data.id
    }
    for (const name of ['Hall', 'Private', 'Thrown away']) await add(`${custom}/store`, name)
    await add('/api/dashboards', 'Pumps of Piotr')
    await leaving.client.put(`/api/boards/${boards['Hall']}/shares`, {
      ...{ email: newOwner.email, access: 'edit' },
    })
    await leaving.client.put(`/api/boards/${boards['Pumps of Piotr']}/shares`, {
      ...{ role: 'user', access: 'read' },
    })
    const thrown = { id: boards['Thrown away'], version: 1, deleted: true }
    await leaving.client.post(`${custom}/update`, thrown)
  })

  test('PG19 what others see stays; the rest is in the bin of who removed it', async () => {
    const changes: BoardChange[] = []
    const stop = site.application.bus.on('boardChanged', (change) => changes.push(change))
    expect((await administrator.client.delete(`/api/users/${leaving.id}`)).statusCode).toBe(204)
    const hall = boards['Hall'] ?? ''
    expect([await accessOf(newOwner, hall), await accessOf(administrator, hall)]).toEqual([
      'edit',
      'owner',
    ])
    const inBin: { name: string; endsAt: number }[] = await bin('page')
    const endsAt = site.now + 30 * 86_400_000
    expect(inBin.map((each) => [each.name, each.endsAt]).toSorted()).toEqual([
      ['Private', endsAt],
      ['Thrown away', endsAt],
    ])
    expect(await bin('dashboard')).toEqual([])
    expect(await names('search=piotr')).toEqual(['Pumps of Piotr'])
    await expect.poll(() => changes.map(({ boardId }) => boardId)).toContain(hall)
    stop()
    expect(changes.find(({ boardId }) => boardId === hall)?.audience.userIds).toContain(newOwner.id)
    const { data } = (
      await administrator.client.get(`/api/audit?action=page.hand-over&entityId=${hall}`)
    ).json()
    expect(data).toMatchObject([
      { before: { owner: leaving.email }, after: { owner: administrator.email } },
    ])
  })

  test('PG19 where a manager removes an account, they go to an administrator', async () => {
    const manager = await site.addPerson({ roles: ['manager'], name: 'Manager' })
    const another = await site.addPerson({ roles: ['basic'], name: 'Another' })
    const made = await another.client.post(`${custom}/store`, { name: 'Kilns' })
    const { id } = made.json().data
    await another.client.put(`/api/boards/${id}/shares`, { email: newOwner.email, access: 'read' })
    expect((await manager.client.delete(`/api/users/${another.id}`)).statusCode).toBe(204)
    expect([await accessOf(manager, id), await accessOf(administrator, id)]).toEqual([
      undefined,
      'owner',
    ])
  })

  test('PG19 an order may name all boards, also those that were taken over', async () => {
    const full = await site.addPerson({ roles: ['basic'], name: 'Full' })
    await sql`
      with made as (
        insert into pages (id, owner_id, name)
        select gen_random_uuid(), ${full.id}, n::text from generate_series(1, 100) as n
        returning id, name
      ), saved as (
        insert into page_versions (page_id, version, name, areas)
        select id, 1, name, '[]' from made
      )
      insert into page_shares (id, page_id, role, access)
      select gen_random_uuid(), id, 'user', 'read' from made`.execute(site.sql)
    const another = await site.addPerson({ roles: ['admin'], name: 'Second' })
    await another.client.post(`${custom}/store`, { name: 'Own' })
    expect((await another.client.delete(`/api/users/${full.id}`)).statusCode).toBe(204)
    const reply = await another.client.post(`${custom}/menu`, {})
    const own: string[] = reply
      .json()
      .data.filter(({ access }: { access: string }) => access === 'owner')
      .map(({ id }: { id: string }) => id)
    expect(own).toHaveLength(101)
    const order = own.toReversed()
    expect((await another.client.post(`${custom}/menu`, { order })).statusCode).toBe(200)
    expect((await another.client.post(`${custom}/store`, { name: 'More' })).statusCode).toBe(422)
  })
})
