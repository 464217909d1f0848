import { beforeAll, expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { accountSite, type Person } from '#testing/sites/account-site.ts'
import type { Retention } from '../../contract/retention.ts'
import { storedOf } from '../testing/stored-rows-store.ts'

const site = accountSite()
let administrator: Person

beforeAll(async () => void (administrator = await site.addPerson({ roles: ['admin'] })))

const dayMs = 86_400_000
const path = '/api/readings/retention'
const analog = { product: '', type: 'analog', readingsDays: 7, minutesDays: 8, hoursDays: null }
const shown = async () => (await administrator.client.get(path)).json<{ data: Retention }>().data
const audited = async () =>
  (await administrator.client.get('/api/audit?entityId=retention'))
    .json<{ data: { action: string; after: Record<string, unknown> }[] }>()
    .data.map(({ action, after }) => ({ action, after }))

async function added(lesiId: string, product = '') {
  const reply = await administrator.client.post('/api/devices', { lesiId, name: lesiId, product })
  const { token } = reply.json<{ data: { token: string } }>().data
  const payload = [20, 1].map((days) => ({ ts: site.now - days * dayMs, values: { level: days } }))
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  await site.application.app.inject({
    ...{ method: 'POST', url: `/api/ingest/${lesiId}`, headers, payload },
  })
  const { catalogue, writer } = site.application.data
  await writer.flush()
  const [sensor] = catalogue.sensorsOf(catalogue.device(lesiId)?.id ?? 0)
  if (!sensor) throw new Error('no sensor')
  return sensor.id
}

const valuesOf = async (sensor: number) =>
  (await storedOf(site.application.telemetry, sensor)).map(({ value }) => value)

test('RD48 an administrator says for how long; what is older goes, both audited', async () => {
  const [first, pressed] = [await added('KEPT-1'), await added('KEPT-2', 'Press')]
  const own = { ...analog, product: 'Press', readingsDays: 200, minutesDays: 300 }
  expect((await administrator.client.send('PUT', path, own)).statusCode).toBe(200)
  const preview = await administrator.client.post(`${path}/preview`, analog)
  expect(preview.json().data).toMatchObject({ sensors: 1, readings: 1 })
  expect(await valuesOf(first)).toEqual([20, 1])
  expect((await administrator.client.send('PUT', path, analog)).statusCode).toBe(200)
  await eventually('it is removed', async () => (await valuesOf(first)).length === 1)
  expect(await valuesOf(first)).toEqual([1])
  expect(await valuesOf(pressed)).toEqual([20, 1])
  await eventually('it is audited', async () => (await audited()).length >= 3)
  expect(await audited()).toEqual([
    {
      action: 'installation.remove-expired',
      after: { numeric_readings: 1, numeric_rollup_minute: 1 },
    },
    { action: 'installation.change-retention', after: analog },
    { action: 'installation.change-retention', after: own },
  ])
  const { rules, products, lastRun } = await shown()
  expect(rules.find(({ product, type }) => product === '' && type === 'analog')).toMatchObject({
    ...{ sensors: 1, readingsDays: 7 },
  })
  expect(products).toEqual(['Press'])
  expect(lastRun?.failure).toBeNull()
  const end = await administrator.client.post(`${path}/remove`, {
    ...{ product: 'Press', type: 'analog' },
  })
  expect(end.statusCode).toBe(200)
  await eventually('the type counts', async () => (await valuesOf(pressed)).length === 1)
})

test('RD48 texts have one time; what makes no sense is refused with its field', async () => {
  const text = { product: '', type: 'string', readingsDays: 30, minutesDays: null, hoursDays: null }
  const reply = await administrator.client.send('PUT', path, text)
  expect(reply.json().data).toMatchObject({ minutesDays: 30, hoursDays: 30 })
  for (const [change, field] of [
    [{ readingsDays: 6 }, 'readingsDays'],
    [{ readingsDays: 90 }, 'minutesDays'],
    [{ hoursDays: 7 }, 'hoursDays'],
    [{ type: 'colour' }, 'type'],
  ] as const) {
    const refused = await administrator.client.send('PUT', path, { ...analog, ...change })
    expect(refused.statusCode).toBe(422)
    expect(Object.keys(refused.json().errors)).toEqual([field])
  }
})

test('RD48 nobody but an administrator sees or changes it', async () => {
  const { client } = await site.addPerson({ roles: ['manager'] })
  expect((await client.get(path)).statusCode).toBe(403)
  expect((await client.send('PUT', path, analog)).statusCode).toBe(403)
})

test('RD49 a clock that jumps years ahead removes nothing until somebody confirms it', async () => {
  const { retention } = site.application.data
  const sensor = await added('JUMP-1')
  await retention.removeNow()
  const before = site.now
  site.now += 3 * 365 * dayMs
  const { client } = await site.addPerson({ roles: ['admin'] })
  await retention.removeNow()
  expect(await valuesOf(sensor)).toEqual([1])
  const { clock, rules } = (await client.get(path)).json<{ data: Retention }>().data
  expect(clock).toMatchObject({ standing: 'ahead', now: site.now })
  expect(Math.abs(clock.trusted - before)).toBeLessThan(dayMs)
  expect(Math.max(...rules.map((one) => one.removedBefore.readings ?? 0))).toBeLessThan(before)
  const confirm = `${path}/confirm-clock`
  expect((await client.post(confirm, { now: before })).statusCode).toBe(409)
  expect(await valuesOf(sensor)).toEqual([1])
  expect((await client.post(confirm, { now: site.now })).statusCode).toBe(200)
  await eventually('it is removed', async () => (await valuesOf(sensor)).length === 0)
})
