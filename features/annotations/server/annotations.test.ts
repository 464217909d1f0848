import { beforeAll, beforeEach, expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { bindPerson, endContract, insertDevice } from '#testing/postgres/devices-store.ts'
import { accountSite, type Person } from '#testing/sites/account-site.ts'
import { maximumAnnotations, maximumListed, type Annotation } from '../contract/routes.ts'

const site = accountSite()
const path = '/api/annotations'
const hour = 3_600_000
const start = Date.UTC(2026, 10, 19)
let person: Person
let sensor: number
let hidden: number

beforeAll(async () => {
  sensor = await insertDevice(site.sql, 'PUMP-1', 'flow')
  hidden = await insertDevice(site.sql, 'PUMP-2', 'flow')
})
beforeEach(async () => {
  await site.sql.deleteFrom('annotations').execute()
  person = await newPerson('Ulrike Sandström')
})

async function newPerson(name: string, roles = ['user']): Promise<Person> {
  const added = await site.addPerson({ name, roles })
  await bindPerson(site.sql, 'PUMP-1', added.id)
  await expect
    .poll(async () => (await added.client.get('/api/sensors?page=1&limit=5')).json().data)
    .toHaveLength(1)
  return added
}

const content = (from = 0, to = from, text = 'Strainer cleaned') => ({
  ...{ from: start + from * hour, to: start + to * hour, text },
})

async function add(who = person, body: object = content()): Promise<number> {
  const reply = await who.client.post(path, { sensor, ...body })
  expect(reply.statusCode).toBe(200)
  return reply.json().data.id
}

async function list(who = person, [from, to] = [0, 24], sensors = [sensor]) {
  const span = { from: start + from * hour, to: start + to * hour }
  const reply = await who.client.post(`${path}/list`, { sensors, ...span })
  expect(reply.statusCode).toBe(200)
  return reply.json().data as { annotations: Annotation[]; isCut: boolean; mayAdd: boolean }
}

test('AN1 an annotation of one person is read by another, with author and time', async () => {
  const id = await add(person, content(1, 2, '  Замена насоса\n更換幫浦 <b>'))
  const reader = await newPerson('Ola Nordmann', ['basic'])
  expect(await list(reader)).toEqual({
    annotations: [
      {
        ...{ id, sensorId: sensor, ...content(1, 2, 'Замена насоса\n更換幫浦 <b>'), version: 1 },
        ...{ author: 'Ulrike Sandström', createdAt: site.now, changed: null, mayChange: false },
      },
    ],
    ...{ isCut: false, mayAdd: false },
  })
  expect((await reader.client.post(path, { sensor, ...content() })).statusCode).toBe(403)
  expect((await reader.client.delete(`${path}/${id}`)).statusCode).toBe(403)
})

test('AN2 its author changes and removes it, and whoever configures the device', async () => {
  const id = await add()
  const other = await newPerson('Ola Nordmann')
  const body = { version: 1, ...content(3) }
  expect((await other.client.put(`${path}/${id}`, body)).json()).toMatchObject({
    error: 'forbidden',
  })
  const engineer = await newPerson('Ines', ['manager'])
  expect((await engineer.client.put(`${path}/${id}`, body)).statusCode).toBe(204)
  const [changed] = (await list()).annotations
  expect(changed).toMatchObject({
    ...content(3),
    ...{ version: 2, author: 'Ulrike Sandström', changed: { by: 'Ines', at: site.now } },
  })
  expect((await other.client.delete(`${path}/${id}`)).statusCode).toBe(403)
  expect((await person.client.delete(`${path}/${id}`)).statusCode).toBe(204)
  expect((await list()).annotations).toEqual([])
  expect((await person.client.delete(`${path}/${id}`)).statusCode).toBe(404)
})

test('AN3 what a person may not see has no annotations', async () => {
  const administrator = await site.addPerson({ roles: ['admin'] })
  const id = await add(administrator, { ...content(), sensor: hidden })
  expect((await list(person, [0, 24], [sensor, hidden])).annotations).toEqual([])
  const { client } = person
  expect((await client.put(`${path}/${id}`, { version: 1, ...content() })).statusCode).toBe(404)
  expect((await client.delete(`${path}/${id}`)).statusCode).toBe(404)
  expect((await client.post(path, { ...content(), sensor: hidden })).json()).toMatchObject({
    reasons: { sensor: [{ code: 'unknown_sensor' }] },
  })
  await add()
  await endContract(site.sql, 'PUMP-1', person.id, '2026-01-01')
  await expect.poll(async () => (await list()).annotations).toEqual([])
})

test('AN4 of two who change the same version the later one is refused', async () => {
  const id = await add()
  const body = (text: string) => ({ version: 1, ...content(0, 0, text) })
  const replies = await Promise.all(
    ['one', 'other'].map((text) => person.client.put(`${path}/${id}`, body(text))),
  )
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 409])
  const stored = replies[0]?.statusCode === 204 ? 'one' : 'other'
  expect((await list()).annotations).toMatchObject([{ text: stored, version: 2 }])
})

test.each([
  ['no text', { text: '  \n ' }, 'text', 'required'],
  ['a text of nothing to be seen', { text: '\u200b\u2060 \u200d\ufeff\u3164' }, 'text', 'required'],
  ['a long text', { text: 'x'.repeat(501) }, 'text', 'too_long'],
  ['a text that no database stores', { text: 'a\0b' }, 'text', 'unstorable_characters'],
  ['an end before the beginning', { to: start - 1 }, 'to', 'end_before_start'],
  ['a time before 1970', { from: -1 }, 'from', 'too_small'],
  ['an unknown sensor', { sensor: 2_000_000_000 }, 'sensor', 'unknown_sensor'],
])('AN5 %s is refused at its field', async (_, part, field, code) => {
  const reply = await person.client.post(path, { sensor, ...content(), ...part })
  expect(reply.statusCode).toBe(422)
  expect(reply.json().reasons).toMatchObject({ [field]: [{ code }] })
  expect((await list()).annotations).toEqual([])
})

test('AN5 a text of 500 characters and one outside the basic plane are stored', async () => {
  await add(person, content(1, 1, 'x'.repeat(500)))
  await add(person, content(2, 2, '🛠'.repeat(250)))
  expect((await list()).annotations.map(({ text }) => text.length)).toEqual([500, 500])
})

/** Annotations that were there before. */
const insertMany = (count: number, authorId: number) => {
  const at = new Date(start)
  const row = { sensor_id: sensor, begins_at: at, ends_at: at, author_id: authorId, created_at: at }
  const rows = Array.from({ length: count }, (_, index) => ({ ...row, text: String(index) }))
  return site.sql.insertInto('annotations').values(rows).execute()
}

test('AN6 AN5 of too many the newest are listed, and one sensor has a limit', async () => {
  await insertMany(maximumAnnotations - 1, person.id)
  await add(person, content(5, 5, 'the last'))
  const { annotations, isCut } = await list()
  expect([annotations.length, isCut, annotations.at(-1)?.text]).toEqual([
    ...[maximumListed, true, 'the last'],
  ])
  const reply = await person.client.post(path, { sensor, ...content() })
  expect(reply.json().reasons).toMatchObject({ sensor: [{ code: 'too_many' }] })
})

test('AN7 they stay when their author goes, and go with their sensor', async () => {
  const leaving = await newPerson('Leo Leaves')
  const id = await add(leaving)
  await person.client.get(path)
  await site.sql.deleteFrom('users').where('id', '=', leaving.id).execute()
  expect((await list()).annotations).toMatchObject([{ id, author: null }])
  const gone = await insertDevice(site.sql, 'PUMP-3', 'flow')
  await bindPerson(site.sql, 'PUMP-3', person.id)
  await expect
    .poll(async () => (await person.client.post(path, { ...content(), sensor: gone })).statusCode)
    .toBe(200)
  await site.sql.deleteFrom('devices').where('lesi_id', '=', 'PUMP-3').execute()
  const stored = await site.sql.selectFrom('annotations').select('sensor_id').execute()
  expect(stored).toEqual([{ sensor_id: sensor }])
})

test('AN8 adding, changing and removing are in the audit with the text', async () => {
  const id = await add()
  await person.client.put(`${path}/${id}`, { version: 1, ...content(2, 3, 'Other') })
  await person.client.delete(`${path}/${id}`)
  const entries = await site.sql
    .selectFrom('audit_entries')
    .select(['action', 'entity_name', 'before', 'after'])
    .where('entity', '=', 'annotation')
    .where('entity_id', '=', String(id))
    .orderBy('id')
    .execute()
  const snapshot = { from: '2026-11-19T00:00:00.000Z', text: 'Strainer cleaned' }
  expect(entries).toMatchObject([
    { action: 'annotation.add', entity_name: 'PUMP-1 · flow', before: null, after: snapshot },
    { action: 'annotation.update', before: snapshot, after: { text: 'Other' } },
    { action: 'annotation.remove', before: { text: 'Other' }, after: null },
  ])
})

test('AN9 each of them is announced with its sensor', async () => {
  const seen: number[] = []
  const stop = site.bus.on('annotationsChanged', ({ sensorId }) => void seen.push(sensorId))
  const id = await add()
  await person.client.put(`${path}/${id}`, { version: 7, ...content() })
  await person.client.delete(`${path}/${id}`)
  await eventually('both are announced', () => seen.length === 2 || undefined)
  stop()
  expect(seen).toEqual([sensor, sensor])
})
