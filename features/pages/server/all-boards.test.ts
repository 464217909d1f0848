import { beforeAll, expect, test } from 'vitest'
import type { BoardChange } from '#kit/server/bus.ts'
import { accountSite, type Person } from '#testing/sites/account-site.ts'

const site = accountSite()
const custom = '/api/scada/shadow-lambda/custom'
let administrator: Person
let leaver: Person
let heir: Person
let page: string
let dashboard: string

beforeAll(async () => {
  administrator = await site.addPerson({ roles: ['admin'], name: 'Lin' })
  leaver = await site.addPerson({ roles: ['basic'], name: 'Olga Leaves' })
  heir = await site.addPerson({ roles: ['basic'], name: 'Mai' })
  const area = { id: 'a', name: 'Secret area', x: 0, y: 0, w: 12, h: 1, widgets: [] }
  const made = await leaver.client.post(`${custom}/store`, { name: 'Boilers', areas: [area] })
  page = made.json().data.id
  dashboard = (await leaver.client.post('/api/dashboards', { name: 'Pumps' })).json().data.id
  const share = { role: 'user', access: 'read' }
  await leaver.client.put(`/api/boards/${page}/shares`, { email: heir.email, access: 'read' })
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
  expect((await heir.client.get('/api/administrator/boards')).statusCode).toBe(403)
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
  expect((await refused(page, heir.email, heir.email))[0]).toBe(409)
  expect((await refused(crypto.randomUUID(), heir.email))[0]).toBe(404)
  expect([await accessOf(leaver), await accessOf(heir)]).toEqual(['owner', 'read'])

  const changes: BoardChange[] = []
  const stop = site.application.bus.on('boardChanged', (change) => changes.push(change))
  expect((await handOver(page, heir.email)).json().data.owner).toMatchObject({ name: 'Mai' })
  stop()
  expect(changes[0]?.audience.userIds.toSorted()).toEqual([leaver.id, heir.id].toSorted())
  expect([await accessOf(leaver), await accessOf(heir)]).toEqual(['edit', 'owner'])
  expect((await handOver(page, heir.email)).statusCode).toBe(409)
})

test('PG18 of a disabled account nothing is left, and each change is audited', async () => {
  await administrator.client.post(`/api/users/${leaver.id}/disable`, {})
  expect(await names('left=yes')).toEqual(['Pumps'])
  const refused = (await handOver(page, leaver.email, heir.email)).json()
  expect(refused.reasons.email).toMatchObject([{ code: 'cannot_own_board' }])
  expect((await handOver(dashboard, heir.email)).statusCode).toBe(200)
  const [given] = (await list('kind=dashboard')).data
  expect(given).toMatchObject({ owner: { name: 'Mai' }, people: [], hasLeft: false })
  const { data } = (
    await administrator.client.get(`/api/audit?action=dashboard.hand-over&entityId=${dashboard}`)
  ).json()
  expect(data).toMatchObject([
    { before: { owner: leaver.email }, after: { owner: heir.email }, actor: { name: 'Lin' } },
  ])
})
