import { beforeAll, expect, test } from 'vitest'
import type { Person } from '#testing/sites/account-site.ts'
import { site } from '#testing/sites/shared-account-site.ts'

let administrator: Person
let owner: Person

beforeAll(async () => {
  administrator = await site.addPerson({ roles: ['admin'] })
  owner = await site.addPerson({ roles: ['free'] })
})

const widget = (id: string, change: object = {}) => ({
  ...{ id, sensor: null, sensors: [], kind: 'note', options: {}, x: 0, y: 0, w: 3, h: 2 },
  ...change,
})

async function stored(widgets: object[] = [], { client }: Person = owner, name = 'Dashboard') {
  const reply = await client.post('/api/dashboards', { name, widgets })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data.id as string
}

const list = async ({ client }: Person = owner) => (await client.get('/api/dashboards')).json().data
const read = (id: string, { client }: Person = owner) => client.get(`/api/dashboards/${id}`)
const save = (id: string, body: object, { client }: Person = owner) =>
  client.put(`/api/dashboards/${id}`, body)

/** Status, and the fields that are refused with their codes. */
function refusal(reply: { statusCode: number; json(): unknown }): string {
  const { reasons = {} } = reply.json() as { reasons?: Record<string, { code: string }[]> }
  const fields = Object.entries(reasons).map(([field, [first]]) => `${field} ${first?.code}`)
  return [reply.statusCode, ...fields].join(' ')
}

/** A device with one sensor `flow`; bound to this person, if one is given. */
async function device(lesiId: string, person?: Person) {
  await administrator.client.post('/api/devices', { lesiId, name: lesiId })
  const days = { contractStart: null, contractEnd: null }
  if (person)
    await administrator.client.put(`/api/devices/${lesiId}/bindings`, {
      ...{ email: person.email, relation: 'sub-user', ...days },
    })
  const { catalogue } = site.application.data
  await catalogue.addSensors(catalogue.device(lesiId)?.id ?? 0, [{ key: 'flow', sample: 1 }])
  return { thing: lesiId, key: 'flow' }
}

test('PG8 a person has several dashboards, in an order, and one that opens by itself', async () => {
  const person = await site.addPerson({ roles: ['free'] })
  const [first, second] = [await stored([], person, 'One'), await stored([], person, 'Two')]
  expect(await list(person)).toMatchObject({
    dashboards: [{ name: 'One', access: 'owner' }, { name: 'Two' }],
    chosen: null,
  })
  await person.client.put('/api/dashboards/order', { order: [second] })
  const chosen = await person.client.put('/api/dashboards/chosen', { id: first })
  expect(chosen.json().data).toMatchObject({
    dashboards: [{ id: second }, { id: first }],
    chosen: first,
  })
  // One in the bin does not open by itself any more; taken back it does.
  await save(first, { version: 1, deleted: true }, person)
  expect(await list(person)).toMatchObject({ dashboards: [{ id: second }], chosen: null })
  await person.client.post(`/api/boards/${first}/take-back`)
  expect((await list(person)).chosen).toBe(first)
  expect((await list()).dashboards.map(({ id }: { id: string }) => id)).not.toContain(first)
})

test('PG8 a dashboard is no page: the calls of one kind do not find the other', async () => {
  const person = await site.addPerson({ roles: ['basic'] })
  const dashboard = await stored([widget('a')], person)
  const custom = '/api/scada/shadow-lambda/custom'
  const page = (await person.client.post(`${custom}/store`, { name: 'Page' })).json().data.id
  expect((await read(page, person)).statusCode).toBe(404)
  expect((await save(page, { version: 1, widgets: [] }, person)).statusCode).toBe(404)
  const edit = { id: dashboard, version: 1, areas: [] }
  expect((await person.client.post(`${custom}/update`, edit)).statusCode).toBe(404)
  expect(refusal(await person.client.put('/api/dashboards/chosen', { id: page }))).toBe(
    '422 id unknown_page',
  )
  expect(refusal(await person.client.put('/api/dashboards/order', { order: [page] }))).toBe(
    '422 order.0 unknown_page',
  )
  expect((await list(person)).dashboards).toHaveLength(1)
})

test('PG8 whoever may have no pages finds none, not even an own one', async () => {
  const person = await site.addPerson({ roles: ['basic'] })
  const custom = '/api/scada/shadow-lambda/custom'
  const page = (await person.client.post(`${custom}/store`, { name: 'Page' })).json().data.id
  await site.sql
    .updateTable('user_roles')
    .set({ role: 'free' })
    .where('user_id', '=', person.id)
    .execute()
  const free = await site.clientOf(person.id)
  expect((await free.get(`/api/boards/${page}/versions`)).statusCode).toBe(404)
  expect((await free.get('/api/dashboards')).statusCode).toBe(200)
})

test('PG2 what breaks a rule of a dashboard is named, and nothing of it is stored', async () => {
  const id = await stored([widget('a')])
  const flow = await device('DASH-FREE', owner)
  const closed = await device('DASH-CLOSED')
  const cases: [object[], string][] = [
    [[widget('a', { x: 10 })], 'widgets.0 widget_out_of_range'],
    [[widget('a'), widget('b', { x: 2 })], 'widgets.1 place_taken'],
    [[widget('a'), widget('a', { y: 4 })], 'widgets.1.id repeated'],
    [[widget('a', { y: -1 })], 'widgets.0.y too_small'],
    [[widget('a', { w: 1.5 })], 'widgets.0.w wrong_type'],
    [[widget('a', { h: 1e9 })], 'widgets.0.h too_large'],
    [[widget('a', { kind: 'No kind' })], 'widgets.0.kind widget_kind'],
    [[widget('a', { sensors: [flow, flow] })], 'widgets.0.sensors repeated'],
    [[widget('a', { sensors: [flow, closed] })], 'widgets.0.sensors.1 unknown_sensor'],
    [[widget('a', { sensor: closed })], 'widgets.0.sensor unknown_sensor'],
  ]
  for (const [widgets, expected] of cases)
    expect(refusal(await save(id, { version: 1, widgets }))).toBe(`422 ${expected}`)
  const names = Array.from({ length: 2_001 }, (_, index) => ({
    thing: 'DASH-FREE',
    key: `k${index}`,
  }))
  const many = Array.from({ length: 11 }, (_, index) =>
    widget(`m${index}`, { y: index * 2, sensors: names.slice(index * 200, index * 200 + 200) }),
  )
  expect(refusal(await save(id, { version: 1, widgets: many }))).toBe(
    '422 widgets too_many_sensors',
  )
  expect((await read(id)).json().data).toMatchObject({ version: 1, widgets: [widget('a')] })
})

test('PG20 a widget keeps its limits and what a grid may do with it, in every copy', async () => {
  const free = { minW: 2, minH: 1, maxW: 6, maxH: 9, isDraggable: false, isResizable: true }
  const widgets = [widget('a', { ...free, static: true }), widget('b', { x: 4 })]
  const id = await stored(widgets)
  expect((await read(id)).json().data.widgets).toEqual(widgets)
  const copied = await owner.client.post(`/api/dashboards/${id}/copy`, { name: 'Copy' })
  expect(copied.json().data.widgets).toEqual(widgets)
  const cases: [object, string][] = [
    [{ minW: 0 }, 'minW too_small'],
    [{ maxW: 13 }, 'maxW too_large'],
    [{ minH: 1.5 }, 'minH wrong_type'],
    [{ maxH: 1e9 }, 'maxH too_large'],
    [{ minW: 3, maxW: 2 }, 'maxW too_small'],
    [{ minH: 9, maxH: 8 }, 'maxH too_small'],
    [{ static: 'yes' }, 'static wrong_type'],
    [{ isDraggable: 1 }, 'isDraggable wrong_type'],
  ]
  for (const [change, expected] of cases)
    expect(refusal(await save(id, { version: 1, widgets: [widget('a', change)] }))).toBe(
      `422 widgets.0.${expected}`,
    )
  expect((await read(id)).json().data).toMatchObject({ version: 1, widgets })
})

test('PG8 a widget of several sensors has of each whether it is open, closed, gone', async () => {
  const sensors = [await device('DASH-ONE', owner), await device('DASH-TWO', owner)]
  const id = await stored([widget('a', { kind: 'trend', sensors })])
  await administrator.client.delete(`/api/devices/DASH-ONE/bindings/${owner.id}`)
  const states = async () =>
    (await read(id)).json().data.sensors.map(({ state }: { state: string }) => state)
  expect(await states()).toEqual(['closed', 'open'])
  await administrator.client.delete('/api/devices/DASH-TWO')
  expect(await states()).toEqual(['closed', 'gone'])
})

test('PG9 two edits of a dashboard are merged widget by widget', async () => {
  const id = await stored([widget('a'), widget('b', { x: 3 })])
  const theirs = [widget('a', { kind: 'clock' }), widget('b', { x: 3 })]
  await save(id, { version: 1, widgets: theirs })
  const mine = [widget('a'), widget('b', { x: 6 }), widget('c', { x: 9 })]
  expect((await save(id, { version: 1, widgets: mine })).json().data).toMatchObject({
    isMerged: true,
    board: {
      version: 3,
      widgets: [widget('a', { kind: 'clock' }), widget('b', { x: 6 }), widget('c', { x: 9 })],
    },
  })
  const other = [widget('a', { kind: 'table' }), ...mine.slice(1)]
  expect(refusal(await save(id, { version: 1, widgets: other }))).toBe(
    '409 widgets.a changed_meanwhile',
  )
  expect((await read(id)).json().data.version).toBe(3)
})

test('PG10 a copy has all but the sensors that are not open to whoever copies', async () => {
  const sensors = [await device('COPY-ONE', owner), await device('COPY-TWO', owner)]
  const original = await stored([
    widget('a', { sensor: sensors[0] }),
    widget('b', { x: 3, sensors }),
  ])
  await administrator.client.delete(`/api/devices/COPY-TWO/bindings/${owner.id}`)
  const copied = await owner.client.post(`/api/dashboards/${original}/copy`, { name: 'Copy' })
  expect(copied.json().data).toMatchObject({
    ...{ name: 'Copy', version: 1, access: 'owner', isTemplate: false },
    widgets: [{ sensor: sensors[0] }, { sensor: null, sensors: [sensors[0]] }],
  })
  const marked = await owner.client.put(`/api/dashboards/${original}/template`, {
    isTemplate: true,
  })
  expect(marked.json().data.isTemplate).toBe(true)
})

test('PG11 an earlier version is read as it was saved, also a very old one', async () => {
  const id = await stored([widget('a')])
  await save(id, { version: 1, widgets: [] })
  expect((await owner.client.get(`/api/boards/${id}/versions/1`)).json().data).toMatchObject({
    ...{ version: 1, widgets: [widget('a')] },
  })
  const { sensors: _, ...old } = widget('a')
  await site.sql
    .updateTable('page_versions')
    .set({ widgets: JSON.stringify([old]) })
    .where('page_id', '=', id)
    .where('version', '=', 2)
    .execute()
  expect((await save(id, { version: 1, widgets: [] })).statusCode).toBe(200)
  expect((await owner.client.get(`/api/boards/${id}/versions/2`)).json().data).toMatchObject({
    ...{ widgets: [widget('a')] },
  })
  expect((await owner.client.get(`/api/boards/${id}/versions/9`)).statusCode).toBe(404)
})

test('PG54 a dashboard that is stored wrongly is given as it is stored', async () => {
  const id = await stored([widget('a')])
  const widgets = [
    widget('a', { x: -3, y: 0.5, w: 40, h: 1e9, static: true, minW: 0 }),
    widget('a', { x: 2 }),
    widget('c'),
  ]
  await site.sql
    .updateTable('page_versions')
    .set({ widgets: JSON.stringify(widgets) })
    .where('page_id', '=', id)
    .execute()
  const reply = await read(id)
  expect(reply.statusCode, reply.body).toBe(200)
  expect(reply.json().data.widgets).toEqual(widgets)
  expect((await save(id, { version: 1, name: 'Renamed' })).statusCode).toBe(200)
  expect((await read(id)).json().data.widgets).toEqual(widgets)
})
