import { beforeAll, expect, test } from 'vitest'
import type { Person } from '#testing/sites/account-site.ts'
import { site } from '#testing/sites/shared-account-site.ts'

const custom = '/api/scada/shadow-lambda/custom'
let administrator: Person
let owner: Person
let pages = 0

beforeAll(async () => {
  administrator = await site.addPerson({ roles: ['admin'] })
  owner = await site.addPerson({ roles: ['basic'] })
})

const area = (id: string, change: object = {}) => ({
  ...{ id, name: id, x: 0, y: (id.codePointAt(0) ?? 0) - 97, w: 12, h: 1, widgets: [] },
  ...change,
})
const widget = (id: string, sensor: object | null, change: object = {}) => ({
  ...{ id, sensor, kind: null, options: {}, x: 0, y: 0, w: 2, h: 1 },
  ...change,
})

async function stored(content: object = {}, { client }: Person = owner) {
  pages += 1
  const reply = await client.post(`${custom}/store`, { name: `Page ${pages}`, ...content })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data as { id: string; name: string; version: number; areas: object[] }
}

const update = (body: object, { client }: Person = owner) => client.post(`${custom}/update`, body)
const read = async (id: string, { client }: Person = owner) =>
  client.get(`${custom}/pages?data=${encodeURIComponent(JSON.stringify({ id }))}`)
const menu = async ({ client }: Person = owner, body?: object) =>
  (await client.post(`${custom}/menu`, body)).json<{ data: { id: string }[] }>().data

/** Status, and the fields that are refused with their codes. */
function refusal(reply: { statusCode: number; json(): unknown }): string {
  const { reasons = {} } = reply.json() as { reasons?: Record<string, { code: string }[]> }
  const fields = Object.entries(reasons).map(([field, [first]]) => `${field} ${first?.code}`)
  return [reply.statusCode, ...fields].join(' ')
}

/** A device with one sensor `flow` that is bound to the owner. */
async function boundDevice(lesiId: string) {
  await administrator.client.post('/api/devices', { lesiId, name: lesiId })
  const days = { contractStart: null, contractEnd: null }
  await administrator.client.put(`/api/devices/${lesiId}/bindings`, {
    ...{ email: owner.email, relation: 'sub-user' },
    ...days,
  })
  const { catalogue } = site.application.data
  await catalogue.addSensors(catalogue.device(lesiId)?.id ?? 0, [{ key: 'flow', sample: 1 }])
  return { thing: lesiId, key: 'flow' }
}

test('PG1 a page is read and changed by its owner, and by nobody else', async () => {
  const page = await stored({ areas: [area('a')] })
  expect((await read(page.id)).json().data).toMatchObject({ id: page.id, version: 1 })
  for (const other of [administrator, await site.addPerson({ roles: ['basic'] })]) {
    expect((await read(page.id, other)).statusCode).toBe(404)
    expect((await update({ id: page.id, version: 1, name: 'x' }, other)).statusCode).toBe(404)
    expect((await other.client.get(`/api/boards/${page.id}/versions`)).statusCode).toBe(404)
    expect(refusal(await other.client.post(`${custom}/menu`, { order: [page.id] }))).toBe(
      '422 order.0 unknown_page',
    )
    expect(await menu(other)).toEqual([])
  }
})

test('PG2 what breaks a rule is named by its path, and the stored page is untouched', async () => {
  const page = await stored({ areas: [area('a')] })
  const sensor = { thing: 'NO-SUCH-1', key: 'flow' }
  const cases: [object[], string][] = [
    [[area('a', { x: 1 })], 'areas.0 area_out_of_range'],
    [[area('a'), area('b', { y: 0 })], 'areas.1 place_taken'],
    [[area('a'), area('a', { y: 5 })], 'areas.1.id repeated'],
    [
      [area('a', { widgets: [widget('1', null, { h: 2 })] })],
      'areas.0.widgets.0 sensor_exceeds_area',
    ],
    [
      [area('a', { widgets: [widget('1', sensor), widget('2', sensor, { x: 2 })] })],
      'areas.0.widgets.1.sensor sensor_duplicate',
    ],
    [[area('a', { widgets: [widget('1', sensor)] })], 'areas.0.widgets.0.sensor unknown_sensor'],
    [[area('a', { w: 0.5 })], 'areas.0.w wrong_type'],
    [[area('a', { h: 1e9 })], 'areas.0.h too_large'],
    [[area('a', { y: -1 })], 'areas.0.y too_small'],
    [[area('a b')], 'areas.0.id part_id'],
  ]
  for (const [areas, expected] of cases)
    expect(refusal(await update({ id: page.id, version: 1, areas }))).toBe(`422 ${expected}`)
  const widgets = Array.from({ length: 500 }, (_, index) =>
    widget(String(index), null, { x: index % 12, y: Math.floor(index / 12), w: 1 }),
  )
  const many = Array.from({ length: 5 }, (_, index) =>
    area(`m${index}`, { y: index * 42, h: 42, widgets }),
  )
  expect(refusal(await update({ id: page.id, version: 1, areas: many }))).toBe(
    '422 areas too_many_widgets',
  )
  expect((await read(page.id)).json().data).toMatchObject({ version: 1, areas: [area('a')] })
})

test('PG54 a page that is stored wrongly is given as it is stored', async () => {
  const page = await stored({ areas: [area('a')] })
  const areas = [
    area('a', { x: -1, w: 13.5, widgets: [widget('1', null, { sensors: [], y: -4, h: 1e9 })] }),
    area('a', { y: 1e7 }),
  ]
  await site.sql
    .updateTable('page_versions')
    .set({ areas: JSON.stringify(areas) })
    .where('page_id', '=', page.id)
    .execute()
  const reply = await read(page.id)
  expect(reply.statusCode, reply.body).toBe(200)
  expect(reply.json().data.areas).toEqual(areas)
  expect((await update({ id: page.id, version: 1, name: 'Renamed' })).statusCode).toBe(200)
  expect((await read(page.id)).json().data.areas).toEqual(areas)
})

test('PG3 a sensor that is closed later stays, and is named as closed', async () => {
  const sensor = await boundDevice('PAGE-PUMP')
  const areas = [area('a', { widgets: [widget('1', sensor)] })]
  const page = await stored({ areas })
  expect((await read(page.id)).json().data.sensors).toMatchObject([
    { ...sensor, state: 'open', sensor: { key: 'flow' } },
  ])
  await administrator.client.delete(`/api/devices/PAGE-PUMP/bindings/${owner.id}`)
  const closed = { ...sensor, state: 'closed', sensor: null }
  expect((await read(page.id)).json().data.sensors).toEqual([closed])
  expect((await update({ id: page.id, version: 1, name: 'Renamed' })).statusCode).toBe(200)
  expect((await read(page.id)).json().data.areas[0].widgets).toHaveLength(1)
  expect((await administrator.client.delete('/api/devices/PAGE-PUMP')).statusCode).toBe(204)
  expect((await read(page.id)).json().data.sensors).toEqual([{ ...closed, state: 'gone' }])
})

test('PG4 pages have an order, also when two tabs add one at once', async () => {
  const person = await site.addPerson({ roles: ['basic'] })
  const names = ['one', 'two', 'three', 'four']
  await Promise.all(names.map((name) => stored({ name }, person)))
  const ids = (await menu(person)).map(({ id }) => id)
  expect((await menu(person, {})).map(({ id }) => id)).toEqual(ids)
  expect(new Set(ids).size).toBe(4)
  const [first = '', second = '', third = '', last = ''] = ids
  expect((await menu(person, { order: [last, second] })).map(({ id }) => id)).toEqual([
    ...[last, second, first, third],
  ])
  expect((await menu(person)).map(({ id }) => id)).toEqual([last, second, first, third])
  expect(refusal(await person.client.post(`${custom}/menu`, { order: [first, first] }))).toBe(
    '422 order repeated',
  )
})
