import { beforeAll, expect, test } from 'vitest'
import type { BoardChange } from '#kit/server/bus.ts'
import type { Person } from '#testing/sites/account-site.ts'
import { eventually } from '#testing/eventually.ts'
import { countWaiting } from '#testing/postgres/databases-store.ts'
import { site } from '#testing/sites/shared-account-site.ts'

let administrator: Person
let owner: Person
let reader: Person

beforeAll(async () => {
  administrator = await site.addPerson({ roles: ['admin'] })
  owner = await site.addPerson({ roles: ['basic'], name: 'Olga' })
  reader = await site.addPerson({ roles: ['basic'], name: 'Mai' })
})

const widget = (id: string, change: object = {}) => ({
  ...{ id, sensor: null, sensors: [], kind: 'note', options: {}, x: 0, y: 0, w: 3, h: 2 },
  ...change,
})
const area = { id: 'a', name: 'a', x: 0, y: 0, w: 12, h: 1, widgets: [] }
const custom = '/api/scada/shadow-lambda/custom'

const stored = async (widgets: object[] = []) =>
  (await owner.client.post('/api/dashboards', { name: 'Furnaces', widgets })).json().data
    .id as string
const storedPage = async () =>
  (await owner.client.post(`${custom}/store`, { name: 'Page', areas: [area] })).json().data
    .id as string
const share = (id: string, body: object, { client }: Person = owner) =>
  client.put(`/api/boards/${id}/shares`, body)
const withReader = (id: string, access: 'read' | 'edit', by?: Person) =>
  share(id, { email: reader.email, access }, by)
const shares = async (id: string) =>
  (await owner.client.get(`/api/boards/${id}/shares`)).json().data.shares
const read = (id: string, { client }: Person = reader) => client.get(`/api/dashboards/${id}`)
const list = async ({ client }: Person = reader) =>
  (await client.get('/api/dashboards')).json().data.dashboards
const save = (id: string, body: object, { client }: Person = reader) =>
  client.put(`/api/dashboards/${id}`, { version: 1, ...body })

test('PG12 a save that waits while its share ends is not stored', async () => {
  const id = await stored()
  await withReader(id, 'edit')
  const saves: ReturnType<typeof save>[] = []
  await site.sql.transaction().execute(async (transaction) => {
    await transaction.selectFrom('pages').select('id').where('id', '=', id).forUpdate().execute()
    await transaction.deleteFrom('page_shares').where('page_id', '=', id).execute()
    saves.push(save(id, { name: 'Late', widgets: [] }))
    await eventually('the save waits', async () => (await countWaiting(site.sql)) > 0)
  })
  const [late] = await Promise.all(saves)
  expect(late?.statusCode).toBe(404)
  expect((await owner.client.get(`/api/dashboards/${id}`)).json().data.name).toBe('Furnaces')
})

/** Status of every call about a board, by one person. */
async function statuses(id: string, { client }: Person): Promise<Record<string, number>> {
  const path = `/api/boards/${id}`
  const calls: [name: string, reply: Promise<{ statusCode: number }>][] = [
    ['read', client.get(`/api/dashboards/${id}`)],
    ['versions', client.get(`${path}/versions`)],
    ['version', client.get(`${path}/versions/1`)],
    ['copy', client.post(`/api/dashboards/${id}/copy`, { name: 'Copy' })],
    ['presence', client.post(`${path}/presence`, { tab: 'a', isEditing: true })],
    ['choose', client.put('/api/dashboards/chosen', { id })],
    ['save', client.put(`/api/dashboards/${id}`, { version: 99, name: 'x' })],
    ['restore', client.post(`${path}/restore`, { version: 99 })],
    ['delete', client.put(`/api/dashboards/${id}`, { version: 1, deleted: true })],
    ['take back', client.post(`${path}/take-back`)],
    ['template', client.put(`/api/dashboards/${id}/template`, { isTemplate: true })],
    ['shares', client.get(`${path}/shares`)],
    ['share', client.put(`${path}/shares`, { role: 'user', access: 'read' })],
    ['order', client.put('/api/dashboards/order', { order: [id] })],
  ]
  const replies = await Promise.all(calls.map(([, reply]) => reply))
  return Object.fromEntries(calls.map(([name], index) => [name, replies[index]?.statusCode ?? 0]))
}

const nothing = {
  ...{ read: 404, versions: 404, version: 404, copy: 404, presence: 404, choose: 422, save: 404 },
  ...{ restore: 404, delete: 404, 'take back': 404, template: 404, shares: 404, share: 404 },
  order: 422,
}
const reading = {
  ...{ read: 200, versions: 200, version: 200, copy: 200, presence: 200, choose: 200, save: 403 },
  ...{ restore: 403, delete: 403, 'take back': 404, template: 403, shares: 403, share: 403 },
  order: 422,
}

test('PG12 a board is shared for reading or editing, and for nothing else', async () => {
  const id = await stored()
  expect(await statuses(id, reader)).toEqual(nothing)
  await withReader(id, 'read')
  expect(await statuses(id, reader)).toEqual(reading)
  await withReader(id, 'edit')
  // 409 and 404: the versions that they name are none, but they may name them.
  expect(await statuses(id, reader)).toEqual({ ...reading, save: 409, restore: 404 })
  expect(await shares(id)).toMatchObject([
    { person: { name: 'Mai', email: reader.email }, role: null, access: 'edit', sharedBy: 'Olga' },
  ])
})

test('PG12 after a share ended nothing of the board is open any more', async () => {
  const id = await stored()
  await withReader(id, 'edit')
  expect((await save(id, { name: 'Mine' })).statusCode).toBe(200)
  await reader.client.put('/api/dashboards/chosen', { id })
  const [{ id: shareId }] = await shares(id)
  // Of another board it can not be ended.
  const other = await stored()
  const wrong = `/api/boards/${other}/shares/${shareId}`
  expect((await owner.client.delete(wrong)).statusCode).toBe(404)
  expect((await owner.client.delete(`/api/boards/${id}/shares/${shareId}`)).statusCode).toBe(200)
  expect(await statuses(id, reader)).toEqual(nothing)
  expect((await reader.client.get('/api/dashboards')).json().data.chosen).toBeNull()
})

test('PG12 a board that is shared with a role is open to whoever is there in it', async () => {
  const id = await stored()
  await share(id, { role: 'user', access: 'read' })
  const both = await site.addPerson({ roles: ['basic', 'user'] })
  expect(await list(both)).toMatchObject([{ id, access: 'read', owner: 'Olga', mayShare: false }])
  await both.client.post('/api/auth/role/asign', { role: 'basic' })
  expect((await read(id, both)).statusCode).toBe(404)
  expect((await read(id, reader)).statusCode).toBe(404)
  const unknown = await share(id, { role: 'nobody', access: 'read' })
  expect([unknown.statusCode, Object.keys(unknown.json().reasons)]).toEqual([422, ['role']])
})

test('PG12 of two ways in the one that lets more counts', async () => {
  const id = await stored()
  await share(id, { role: 'basic', access: 'read' })
  await withReader(id, 'edit')
  expect((await read(id)).json().data.access).toBe('edit')
})

test('PG12 what is shared is behind the own ones, and is a page where it is one', async () => {
  const page = await storedPage()
  await withReader(page, 'read')
  const own = (await reader.client.post(`${custom}/store`, { name: 'Own' })).json().data.id
  const menu = (await reader.client.post(`${custom}/menu`, {})).json().data
  expect(menu.map(({ id, access }: { id: string; access: string }) => [id, access])).toEqual([
    ...[
      [own, 'owner'],
      [page, 'read'],
    ],
  ])
  // A role that may have no pages finds none, also a shared one.
  await share(page, { role: 'free', access: 'read' })
  const free = await site.addPerson({ roles: ['free'] })
  expect((await free.client.get(`/api/boards/${page}/versions`)).statusCode).toBe(404)
})

test('PG13 a reader of a shared board gets no sensor that is not open to the reader', async () => {
  const { catalogue } = site.application.data
  await administrator.client.post('/api/devices', { lesiId: 'SHARED-1', name: 'Furnace' })
  const days = { contractStart: null, contractEnd: null }
  const bind = { email: owner.email, relation: 'sub-user', ...days }
  await administrator.client.put('/api/devices/SHARED-1/bindings', bind)
  await catalogue.addSensors(catalogue.device('SHARED-1')?.id ?? 0, [{ key: 'heat', sample: 1 }])
  const heat = { thing: 'SHARED-1', key: 'heat' }
  const id = await stored([widget('a', { sensor: heat })])
  await withReader(id, 'edit')
  expect((await read(id)).json().data.sensors).toEqual([{ ...heat, state: 'closed', sensor: null }])
  // What is there may stay.
  const moved = [widget('a', { sensor: heat, x: 6 })]
  expect((await save(id, { widgets: moved })).statusCode).toBe(200)
  const custodian = (await owner.client.get(`/api/dashboards/${id}`)).json().data
  expect(custodian.sensors).toMatchObject([{ state: 'open', sensor: { key: 'heat' } }])
})

test('PG14 who shares: the owner, administrators, and holders of the permission', async () => {
  const id = await stored()
  expect((await withReader(id, 'read', administrator)).statusCode).toBe(200)
  // An administrator shares it, and does not see it by that.
  expect((await read(id, administrator)).statusCode).toBe(404)
  const manager = await site.addPerson({ roles: ['manager'] })
  expect((await share(id, { role: 'user', access: 'read' }, manager)).statusCode).toBe(404)
  await share(id, { email: manager.email, access: 'read' })
  expect((await share(id, { role: 'user', access: 'read' }, manager)).statusCode).toBe(200)
  expect((await share(id, { role: 'user', access: 'edit' }, manager)).statusCode).toBe(403)
  expect((await share(id, { role: 'user', access: 'read' }, reader)).statusCode).toBe(403)
  const self = await share(id, { email: owner.email, access: 'read' })
  expect(self.json().reasons.email[0].code).toBe('shared_with_owner')
  const both = await share(id, { email: reader.email, role: 'user', access: 'read' })
  expect(both.json().reasons.role[0].code).toBe('person_or_role')
})

test('PG15 what happens to a board is announced to whom it is or was open', async () => {
  const id = await stored()
  const seen: BoardChange[] = []
  const stop = site.bus.on('boardChanged', (change) => void seen.push(change))
  const stranger = await site.addPerson({ roles: ['basic'] })
  await withReader(id, 'edit')
  await save(id, { name: 'Second' })
  const editing = { tab: 'tab', isEditing: true }
  const presence = (person: Person, body: object = editing) =>
    person.client.post(`/api/boards/${id}/presence`, body)
  expect((await presence(reader)).json().data).toEqual({ version: 2, editors: [] })
  expect((await presence(owner)).json().data).toEqual({ version: 2, editors: ['Mai'] })
  expect((await presence(stranger)).statusCode).toBe(404)
  const [{ id: shareId }] = await shares(id)
  await owner.client.delete(`/api/boards/${id}/shares/${shareId}`)
  await presence(owner, { ...editing, isEditing: false })
  await owner.client.put(`/api/dashboards/${id}`, { version: 2, deleted: true })
  stop()
  const both = { userIds: [owner.id, reader.id], roles: [] }
  const alone = { userIds: [owner.id], roles: [] }
  const mai = { userId: reader.id, name: 'Mai', tabs: 1 }
  const olga = { userId: owner.id, name: 'Olga', tabs: 1 }
  expect(seen).toEqual(
    [
      { version: 1, editors: [], audience: both },
      { version: 2, editors: [], audience: both },
      { version: 2, editors: [mai], isOnlyEditors: true, audience: both },
      { version: 2, editors: [mai, olga], isOnlyEditors: true, audience: both },
      { version: 2, editors: [olga], audience: both },
      { version: 2, editors: [], isOnlyEditors: true, audience: alone },
      { version: null, editors: [], audience: alone },
    ].map((change) => ({ boardId: id, isOnlyEditors: false, ...change })),
  )
})

test('PG16 who signs out edits nothing any more, before the time is over', async () => {
  const id = await stored()
  const leaver = await site.addPerson({ roles: ['basic'], name: 'Ines' })
  await share(id, { email: leaver.email, access: 'edit' })
  const editing = { tab: 'tab', isEditing: true }
  await leaver.client.post(`/api/boards/${id}/presence`, editing)
  const editors = async () =>
    (await owner.client.post(`/api/boards/${id}/presence`, editing)).json().data.editors
  expect(await editors()).toEqual(['Ines'])
  const announced: BoardChange[] = []
  const stop = site.bus.on('boardChanged', (change) => void announced.push(change))
  await leaver.client.post('/api/auth/logout', {})
  await eventually('it is announced', () => announced.length > 0)
  stop()
  expect(announced).toMatchObject([
    { boardId: id, isOnlyEditors: true, editors: [{ name: 'Olga' }] },
  ])
  expect(await editors()).toEqual([])
})
