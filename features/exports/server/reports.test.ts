import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { extractText, getDocumentProxy } from 'unpdf'
import { eventually } from '#testing/eventually.ts'
import { accountSite, type Person } from '#testing/sites/account-site.ts'
import { exportSite } from '#testing/sites/export-site.ts'
import { unzipped } from '#testing/workbook.ts'

const site = accountSite()
const { addSensor, find, ended } = exportSite(site)
const hour = 3_600_000
const from = Date.UTC(2026, 9, 31, 6)
const to = from + 8 * hour
let admin: Person

beforeAll(async () => {
  admin = await site.addPerson({ roles: ['admin'] })
  const minutes = Array.from({ length: 480 }, (_, index) => from + index * 60_000)
  await addSensor(
    'FURNACE',
    minutes.map((at, index) => [at, index % 50]),
  )
  await addSensor(
    'LIGHT',
    minutes.map((at, index) => [at, index < 120 ? 1 : 0]),
    'lamp',
  )
})

const asked = (things: readonly string[], more: object = {}) => ({
  ...{ kind: 'report', from, to, shift: 'Früh', timezone: 'Europe/Moscow' },
  sensors: things.map((thing) => ({ thing, sensor: 'level' })),
  ...more,
})
const create = ({ client }: Person, body: object) => client.post('/api/exports/reports', body)

test('EX21 a report is made as a job and is a PDF with figures, states and outages', async () => {
  const created = await create(admin, asked(['FURNACE', 'LIGHT'], { notes: 'Ventil getauscht' }))
  expect(created.json().data).toMatchObject({ kind: 'report', format: 'pdf', shift: 'Früh' })
  const { id } = created.json().data
  expect(await ended(admin, id)).toMatchObject({
    ...{ state: 'done', readingsDone: 960, fileName: 'Shift report Früh 2026-10-31.pdf' },
  })
  const reply = await admin.client.get(`/api/exports/${id}/file`)
  expect(reply.headers['content-type']).toBe('application/pdf')
  const document = await getDocumentProxy(new Uint8Array(reply.rawPayload))
  const { text } = await extractText(document, { mergePages: true })
  const read = text.replaceAll(/\s+/g, ' ')
  for (const words of ['Shift report: Früh', '2026-10-31 09:00 – 17:00', 'Ventil getauscht'])
    expect(read).toContain(words)
  // Nine times 0 to 49, and 0 to 29 once: 11,460 / 480.
  expect(read).toContain('23.88')
  expect(read).toMatch(/2 h 00 min 25\.0 %/)
})

test('EX113 a report has the annotations that reach into its period, in their order', async () => {
  const sensor = await addSensor('NOTED', [
    [from, 1],
    [to - 1, 2],
  ])
  const { client } = await site.addPerson({ roles: ['admin'], name: 'Olga Maler' })
  const add = async (begin: number, end: number, text: string) => {
    const reply = await client.post('/api/annotations', { sensor, from: begin, to: end, text })
    expect(reply.statusCode).toBe(200)
  }
  await add(from + 2 * hour, from + 3 * hour, 'Zweitens')
  await add(from - hour, from, 'Erstens')
  await add(from - hour, from - 1, 'Vorher')
  await add(to, to, 'Danach')
  const { id } = (await create(admin, asked(['NOTED']))).json().data
  expect(await ended(admin, id)).toMatchObject({ state: 'done' })
  const reply = await admin.client.get(`/api/exports/${id}/file`)
  const document = await getDocumentProxy(new Uint8Array(reply.rawPayload))
  const { text } = await extractText(document, { mergePages: true })
  const read = text.replaceAll(/\s+/g, ' ')
  expect(read).toMatch(/1 · 2026-10-31 08:00 – 09:00 Erstens Olga Maler/)
  expect(read).toMatch(/2 · 2026-10-31 11:00 – 12:00 Zweitens Olga Maler/)
  expect(read).not.toMatch(/Vorher|Danach/)
})

test.each([
  ['GREAT', [1e308, -1e308, 0]],
  ['GREATEST', [Number.MAX_VALUE, -Number.MAX_VALUE]],
  ['NEAR', [1e16, 1e16 + 2]],
  ['SMALL', [5e-324, -5e-324]],
] as const)('EX94 a report of %s values is made: %j', async (thing, values) => {
  const sensor = await addSensor(
    thing,
    values.map((value, index) => [from + index * 60_000, value]),
  )
  const { catalogue } = site.application.data
  const limits = { lower_alarm: values[0] - 1, upper_alarm: values[0] }
  await site.sql.updateTable('sensors').set(limits).where('id', '=', sensor).execute()
  await catalogue.refresh([catalogue.device(thing)?.id ?? 0])
  const { id } = (await create(admin, asked([thing]))).json().data
  expect(await ended(admin, id)).toMatchObject({ state: 'done', failure: null })
})

test('EX13 EX21 who may print but not see a device gets neither report nor outages', async () => {
  const permission = 'view menu pdf'
  const printer = await site.addPerson({ roles: ['basic'] })
  expect((await create(printer, asked(['FURNACE']))).statusCode).toBe(403)
  await site.sql
    .insertInto('user_permissions')
    .values({ user_id: printer.id, permission })
    .execute()
  const person = { ...printer, client: await site.clientOf(printer.id) }
  const refused = await create(person, asked(['FURNACE']))
  expect(refused.json().reasons).toEqual({
    'sensors.0': [{ code: 'unknown_sensor', parameters: {} }],
  })
  const activity = (things: readonly string[], client = person.client) =>
    client.post('/api/exports/reports/activity', { things, from, to })
  expect((await activity(['FURNACE'])).statusCode).toBe(404)
  const seen = await activity(['FURNACE'], admin.client)
  expect(seen.json().data).toMatchObject([{ thing: 'FURNACE', activity: { columnMs: 60_000 } }])
})

test('EX21 who loses the permission meanwhile gets no report', async () => {
  const permission = 'view menu pdf'
  const person = await site.addPerson({ roles: ['user'] })
  const given = { user_id: person.id, permission }
  await site.sql.insertInto('user_permissions').values(given).execute()
  await admin.client.put('/api/devices/FURNACE/bindings', {
    ...{ email: person.email, relation: 'sub-user', contractStart: null, contractEnd: null },
  })
  const client = await site.clientOf(person.id)
  const { id } = (await create({ ...person, client }, asked(['FURNACE']))).json().data
  await client.post(`/api/exports/${id}/cancel`)
  await site.sql.deleteFrom('user_permissions').where('user_id', '=', person.id).execute()
  await site.sql
    .updateTable('exports')
    .set({ state: 'waiting', ended_at: null })
    .where('id', '=', id)
    .execute()
  await create(admin, asked(['LIGHT']))
  const owner = { ...person, client: await site.clientOf(person.id) }
  expect(await ended(owner, id)).toMatchObject({ state: 'failed', failure: 'access' })
  expect(await find(admin, id)).toBeUndefined()
})

const archive = ({ client }: Person, body: object) =>
  client.post('/api/exports/archives', { kind: 'archive', title: 'Nacht ../1', ...body })
const readings = { ...asked(['LIGHT']), kind: 'readings', format: 'csv', mode: 'sensor' }

test('EX25 finished files and a file of each sensor become one ZIP', async () => {
  const { id } = (await create(admin, asked(['FURNACE']))).json().data
  await ended(admin, id)
  const created = (await archive(admin, { exports: [id], readings })).json().data
  expect(created).toMatchObject({ kind: 'archive', format: 'zip', fileCount: 2 })
  expect(await ended(admin, created.id)).toMatchObject({
    ...{ state: 'done', rows: 2, readingsDone: 960 },
    fileName: 'Nacht .._1 2026-10-31.zip',
  })
  const reply = await admin.client.get(`/api/exports/${created.id}/file`)
  const files = unzipped(reply.rawPayload)
  expect([...files.keys()]).toEqual([
    'Shift report Früh 2026-10-31.pdf',
    'LIGHT · level 2026-10-31 2026-10-31.csv',
  ])
  expect([...files.values()][0]?.toString('latin1').slice(0, 5)).toBe('%PDF-')
  expect(
    String([...files.values()][1])
      .trimEnd()
      .split('\r\n'),
  ).toHaveLength(481)
})

test('EX25 a file of others, one that is gone, and nothing at all are refused', async () => {
  const other = await site.addPerson({ roles: ['admin'] })
  const { id } = (await create(admin, asked(['LIGHT']))).json().data
  await ended(admin, id)
  const reasons = async (person: Person, body: object) =>
    (await archive(person, body)).json().reasons
  const refused = { 'exports.0': [{ code: 'no_such_file', parameters: {} }] }
  expect(await reasons(other, { exports: [id] })).toEqual(refused)
  expect(Object.keys(await reasons(admin, {}))).toEqual(['exports'])
  await admin.client.delete(`/api/exports/${id}`)
  expect(await reasons(admin, { exports: [id] })).toEqual(refused)
})

test('EX25 a ZIP whose file is removed while it waits fails with that reason', async () => {
  const person = await site.addPerson({ roles: ['admin'] })
  const { id } = (await create(person, asked(['LIGHT']))).json().data
  await ended(person, id)
  const zip = (await archive(person, { exports: [id], readings })).json().data
  await person.client.post(`/api/exports/${zip.id}/cancel`)
  await person.client.delete(`/api/exports/${id}`)
  await site.sql
    .updateTable('exports')
    .set({ state: 'waiting', ended_at: null })
    .where('id', '=', zip.id)
    .execute()
  await create(admin, asked(['LIGHT']))
  expect(await ended(person, zip.id)).toMatchObject({ state: 'failed', failure: 'missing' })
})

test('EX100 outages of a device that is closed while others come first are not sent', async () => {
  const person = await site.addPerson({ roles: ['user'] })
  const given = { user_id: person.id, permission: 'view menu pdf' }
  await site.sql.insertInto('user_permissions').values(given).execute()
  const client = await site.clientOf(person.id)
  const path = '/api/devices/FURNACE/bindings'
  await admin.client.put(path, {
    ...{ email: person.email, relation: 'sub-user', contractStart: null, contractEnd: null },
  })
  const { writer, catalogue } = site.application.data
  const device = catalogue.device('FURNACE') ?? expect.unreachable()
  await eventually('it is open', () => catalogue.bindingsOf(person.id).has(device.id))
  const gate = Promise.withResolvers<void>()
  const flush = vi.spyOn(writer, 'flush').mockImplementationOnce(() => gate.promise)
  onTestFinished(() => flush.mockRestore())
  const body = { things: ['FURNACE'], from, to }
  const asked = client.post('/api/exports/reports/activity', body)
  await eventually('it waits', () => flush.mock.calls.length > 0)
  await admin.client.delete(`${path}/${person.id}`)
  await eventually('it is closed', () => !catalogue.bindingsOf(person.id).has(device.id))
  gate.resolve()
  expect((await asked).statusCode).toBe(404)
})
