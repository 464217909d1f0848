import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { insertDevice } from '#testing/postgres/devices-store.ts'
import type { HttpClient } from '#testing/peers/http-client.ts'
import { startTestApplication, type TestApplication } from '#testing/sites/application.ts'
import type { DryRun } from '../contract/dry-run.ts'
import type { TailLine } from '../contract/tail.ts'

let site: TestApplication
let administrator: HttpClient
/** May use the bench, and has no device. */
let manager: HttpClient
const watch = '6f1c2f5e-5b1c-4a53-9d5c-0d8f6a1b2c3d'

beforeAll(async () => {
  site = await startTestApplication()
  const clientAs = async (role: string) =>
    site.clientOf(await site.addAccount({ email: `${role}@example.org`, roles: [role] }))
  administrator = await clientAs('admin')
  manager = await clientAs('manager')
  await insertDevice(site.sql, 'PUMP-1', 'temp')
  await eventually('the device is in the catalogue', async () => {
    const found = await administrator.get('/api/scada/sensor/config/PUMP-1')
    return found.statusCode === 200
  })
})
afterAll(() => site.close())

const tryFor = (client: HttpClient, body: object) =>
  client.post('/api/scada/shadow-lambda/dealjson', body)
const linesFor = async (client: HttpClient) =>
  (await client.post('/api/ingest/tail', { watch })).json<{ data: { lines: TailLine[] } }>().data
    .lines

test('IN80 a dry run takes text or JSON, for devices that one may see', async () => {
  const text = '{"values":{"temp":21.5,"temp":22}}'
  const asText = (await tryFor(administrator, { document: text, device: 'PUMP-1' })).json<{
    data: DryRun
  }>().data
  expect([asText.readings, asText.problems.length]).toEqual([[], 1])
  const asJson = (
    await tryFor(administrator, { document: { values: { temp: 21.5 } }, device: 'PUMP-1' })
  ).json<{ data: DryRun }>().data
  expect(asJson.readings).toMatchObject([{ key: 'temp', value: 21.5, sensor: { key: 'temp' } }])
  const sensor = asJson.readings[0]?.sensor?.id
  expect((await tryFor(manager, { document: text, device: 'PUMP-1' })).statusCode).toBe(404)
  const ofSensor = (client: HttpClient) =>
    client.post('/api/scada/shadow-lambda/dealjson/sensor', { document: '{"temp":1}', sensor })
  expect((await ofSensor(administrator)).json()).toMatchObject({ data: { others: 0 } })
  expect((await ofSensor(manager)).statusCode).toBe(404)
})

test('IN80 a dry run for one sensor takes its key too, of a device that one may see', async () => {
  const document = '{"temp":1,"other":2}'
  const ofKey = (client: HttpClient, device?: string) =>
    client.post('/api/scada/shadow-lambda/dealjson/sensor', { document, sensor: 'temp', device })
  const known = (await ofKey(administrator, 'PUMP-1')).json<{ data: DryRun }>().data
  expect(known).toMatchObject({ readings: [{ key: 'temp', sensor: { key: 'temp' } }], others: 1 })
  const fresh = (await ofKey(administrator)).json<{ data: DryRun }>().data
  expect(fresh).toMatchObject({ readings: [{ key: 'temp', sensor: null }], others: 1 })
  expect((await ofKey(manager, 'PUMP-1')).statusCode).toBe(404)
})

test('IN81 IN82 who may not see a device sees neither its messages nor refusals', async () => {
  expect([await linesFor(administrator), await linesFor(manager)]).toEqual([[], []])
  const device = site.data.catalogue.device('PUMP-1')
  if (!device) throw new Error('no device')
  await site.data.messages.receive(
    { lesiId: 'PUMP-1', kind: 'telemetry' },
    Buffer.from('{"temp":3,"other":{}}'),
    { source: 'MQTT warroom/v1/PUMP-1/telemetry' },
  )
  expect((await linesFor(administrator)).map(({ kind }) => kind)).toEqual(['understood', 'refused'])
  expect(await linesFor(manager)).toEqual([])
  const summaryFor = async (client: HttpClient) =>
    (await client.get('/api/ingest/refusals/summary')).json<{ data: { lastHour: number } }>().data
      .lastHour
  expect([await summaryFor(administrator), await summaryFor(manager)]).toEqual([1, 0])
})

test('IN127 refusals of devices that one may not see are not counted', async () => {
  await site.data.messages.receive(
    { lesiId: 'PUMP-1', kind: 'telemetry' },
    Buffer.from('{"temp":[]}'),
    { source: 'MQTT warroom/v1/PUMP-1/telemetry' },
  )
  const countsFor = async (client: HttpClient) =>
    (await client.get('/api/ingest/refusals')).json<{ meta: object }>().meta
  const counted = { total: 0, nameless: 0, found: 0 }
  expect(await countsFor(manager)).toEqual(counted)
  const { length } = site.data.refusals.list()
  expect(length).toBeGreaterThan(0)
  expect(await countsFor(administrator)).toEqual({ ...counted, total: length, found: length })
})

test('DV21 what was refused of a device goes with it, and is nobody else’s', async () => {
  const shownTo = async (client: HttpClient) =>
    (await client.get('/api/ingest/refusals')).json<{ data: object[]; meta: { total: number } }>()
  const lastHourFor = async (client: HttpClient) =>
    (await client.get('/api/ingest/refusals/summary')).json<{ data: { lastHour: number } }>().data
      .lastHour
  expect((await shownTo(administrator)).data.length).toBeGreaterThan(0)
  expect((await administrator.delete('/api/devices/PUMP-1')).statusCode).toBe(204)
  // Another one of this name has none of it either.
  await manager.post('/api/devices', { lesiId: 'PUMP-1', name: 'Another one' })
  for (const client of [manager, administrator]) {
    expect(await shownTo(client)).toMatchObject({ data: [], meta: { total: 0 } })
    expect(await lastHourFor(client)).toBe(0)
  }
})
