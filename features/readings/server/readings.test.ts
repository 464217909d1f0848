import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Quality } from '#kit/model/quality.ts'
import { insertDevice } from '#testing/postgres/devices-store.ts'
import { eventually } from '#testing/eventually.ts'
import { exactMean, extremeNumbers, isCloseTo } from '#testing/extreme-numbers.ts'
import { startTestApplication, type TestApplication } from '#testing/sites/application.ts'
import type { HttpClient } from '#testing/peers/http-client.ts'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { maximumSensors } from '../contract/routes.ts'
import { readFiguresSince } from './figures/today-store.ts'

let site: TestApplication
let administrator: HttpClient
let stranger: HttpClient
const sensors: number[] = []
let lamp: number
const now = Date.UTC(2026, 10, 20, 12)
const midnight = Date.UTC(2026, 10, 20)

beforeAll(async () => {
  site = await startTestApplication(() => now)
  administrator = await site.clientOf(
    await site.addAccount({ email: 'admin@example.org', roles: ['admin'] }),
  )
  stranger = await site.clientOf(
    await site.addAccount({ email: 'user@example.org', roles: ['user'] }),
  )
  for (const lesiId of ['PUMP-1', 'PUMP-2', 'PUMP-3'])
    sensors.push(await insertDevice(site.sql, lesiId, 'temp'))
  lamp = await insertDevice(site.sql, 'LAMP-1', 'lamp', 'lamp')
  await eventually('the devices are known', async () => (await realtime('')).meta.total === 4)
})
afterAll(() => site.close())

interface Page {
  readonly data: { readonly lesiId: string }[]
  readonly meta: { readonly total: number; readonly page: number; readonly limit: number }
}

const realtime = async (query: string) =>
  (await administrator.get(`/api/scada/shadow-lambda/realtime${query}`)).json() as Page
const today = (client: HttpClient, ids: readonly number[]) =>
  client.post('/api/readings/today', { sensors: ids })

it('RD20 a sensor of extreme values does not break the figures of the others', async () => {
  const [extreme = 0, ordinary = 0] = sensors
  await storeReadings(site.telemetry, [
    { sensorId: extreme, time: midnight + 1, value: 1.7e308, quality: 'good' },
    { sensorId: extreme, time: midnight + 2, value: 1.7e308, quality: 'good' },
    { sensorId: ordinary, time: midnight + 1, value: 1, quality: 'good' },
    { sensorId: ordinary, time: midnight + 2, value: 2, quality: 'good' },
  ])
  const reply = await today(administrator, [extreme, ordinary])
  expect(reply.statusCode).toBe(200)
  expect((reply.json() as { data: object[] }).data).toEqual(
    expect.arrayContaining([
      {
        sensorId: extreme,
        count: 2,
        minimum: 1.7e308,
        maximum: 1.7e308,
        average: 1.7e308,
        first: 1.7e308,
        last: 1.7e308,
        lastTime: midnight + 2,
        accumulated: null,
        from: midnight,
        until: midnight + 86_400_000,
      },
      {
        ...{ sensorId: ordinary, count: 2, minimum: 1, maximum: 2, average: 1.5, first: 1 },
        ...{ last: 2, lastTime: midnight + 2, accumulated: null },
        ...{ from: midnight, until: midnight + 86_400_000 },
      },
    ]),
  )
})

it('RD20 bad readings and those of yesterday are no part of the figures', async () => {
  const [small, great] = [2_000_001, 2_000_002]
  const readingOf = (sensorId: number, time: number, value: number, quality: Quality = 'good') => ({
    ...{ sensorId, time, value, quality },
  })
  await storeReadings(
    site.telemetry,
    [1, 1.7e308].flatMap((value, index) => {
      const sensorId = index === 0 ? small : great
      return [
        readingOf(sensorId, midnight - 1, -value),
        readingOf(sensorId, midnight, value),
        readingOf(sensorId, midnight + 1, value, 'uncertain'),
        readingOf(sensorId, midnight + 2, -value, 'bad'),
      ]
    }),
  )
  const figures = await readFiguresSince(site.telemetry, [small, great], midnight)
  const all = (value: number) => ({
    ...{ count: 2, minimum: value, maximum: value, average: value, first: value, last: value },
    lastTime: midnight + 1,
  })
  expect(figures.toSorted((one, other) => one.sensorId - other.sensorId)).toEqual([
    { sensorId: small, ...all(1) },
    { sensorId: great, ...all(1.7e308) },
  ])
})

it('RD20 the figures of whatever numbers are the exact ones', async () => {
  let sensorId = 1_000_000
  await fc.assert(
    fc.asyncProperty(fc.array(extremeNumbers, { minLength: 1, maxLength: 20 }), async (values) => {
      sensorId += 1
      const time = (index: number) => midnight + index * 20_000
      await storeReadings(
        site.telemetry,
        values.map((value, index) => ({ sensorId, time: time(index), value, quality: 'good' })),
      )
      const [figures] = await readFiguresSince(site.telemetry, [sensorId], midnight)
      const { average = NaN, minimum, maximum, first, last, count } = figures ?? {}
      expect(count).toBe(values.length)
      expect([minimum === Math.min(...values), maximum === Math.max(...values)]).toEqual([
        true,
        true,
      ])
      expect([first === values[0], last === values.at(-1)]).toEqual([true, true])
      expect([average, isCloseTo(average, exactMean(values), values)]).toEqual([average, true])
    }),
    {
      numRuns: 40,
      examples: [[[1.7e308, 1.7e308, -1.7e308]], [[1.7e308, 1.7e308, -1.7e308, -1.7e308]]],
    },
  )
})

it('RD21 answers for the sensors asked for, of those that the caller may see', async () => {
  const one = (await today(administrator, [sensors[1] ?? 0, 999_999])).json() as {
    data: { sensorId: number }[]
  }
  expect(one.data.map(({ sensorId }) => sensorId)).toEqual([sensors[1]])
  expect((await today(stranger, sensors)).json()).toMatchObject({ data: [] })
  expect((await stranger.post('/api/readings/changes', { sensors })).json()).toMatchObject({
    data: [],
  })
})

it('RD21 what was acknowledged is in the figures and the changes at once', async () => {
  const [, , sensorId = 0] = sensors
  const reading = (id: number) => ({
    sensorId: id,
    time: now - 1,
    value: 3,
    quality: 'good' as const,
  })
  await site.data.writer.write([reading(sensorId)])
  expect((await today(administrator, [sensorId])).json()).toMatchObject({ data: [{ count: 1 }] })
  await site.data.writer.write([reading(lamp)])
  const reply = await administrator.post('/api/readings/changes', { sensors: [lamp, sensorId] })
  // A measuring sensor has no changes.
  expect(reply.json()).toMatchObject({
    data: [{ sensorId: lamp, changes: [{ time: now - 1, previous: null, current: 3 }] }],
  })
})

it('RD21 many sensors are asked for in several calls: a list has a limit', async () => {
  const ids = Array.from({ length: maximumSensors }, (_, index) => 4_294_000_000 + index)
  expect((await today(administrator, ids)).statusCode).toBe(200)
  for (const path of ['/api/readings/today', '/api/readings/changes'])
    expect((await administrator.post(path, { sensors: [...ids, 1] })).statusCode).toBe(422)
})

it('RD22 the last readings come in pages of sensors, each once', async () => {
  const pages = await Promise.all([1, 2, 3, 4, 5].map((page) => realtime(`?limit=1&page=${page}`)))
  expect(pages.map(({ data }) => data.map(({ lesiId }) => lesiId))).toEqual([
    ['PUMP-1'],
    ['PUMP-2'],
    ['PUMP-3'],
    ['LAMP-1'],
    [],
  ])
  expect(pages[1]?.meta).toEqual({ total: 4, page: 2, limit: 1 })
  expect((await realtime('?limit=2')).data.map(({ lesiId }) => lesiId)).toEqual([
    'PUMP-1',
    'PUMP-2',
  ])
  expect(
    (await administrator.get(`/api/scada/shadow-lambda/realtime?limit=${maximumSensors + 1}`))
      .statusCode,
  ).toBe(422)
})

it.each(['today', 'changes'])(
  'RD63 whose session ends while the store is waited for has no answer of %s',
  async (call) => {
    const id = await site.addAccount({ email: `${call}@example.org`, roles: ['admin'] })
    const client = await site.clientOf(id)
    const [held, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { writer } = site.data
    const { signal } = new AbortController()
    const holding = writer.exclusively('all', signal, async () => {
      held.resolve()
      await gate.promise
    })
    await held.promise
    await writer.write([{ sensorId: lamp, time: now - 1, value: 1, quality: 'good' }])
    const flush = vi.spyOn(writer, 'flush')
    const answer = client.post(`/api/readings/${call}`, { sensors: [lamp] })
    await eventually('the store is waited for', () => flush.mock.calls.length > 0)
    flush.mockRestore()
    expect((await client.post('/api/auth/logout', {})).statusCode).toBe(204)
    gate.resolve()
    expect((await answer).statusCode).toBe(401)
    await holding
  },
)

it.each(['today', 'changes'])(
  'RD67 of a sensor that is closed while others come first nothing is sent of %s',
  async (call) => {
    const userId = await site.addAccount({ email: `${call}-shut@example.org`, roles: ['user'] })
    const client = await site.clientOf(userId)
    const { writer, catalogue } = site.data
    const deviceId = catalogue.device('LAMP-1')?.id ?? 0
    const binding = { user_id: userId, device_id: deviceId, relation: 'sub-user' }
    await site.sql.insertInto('bindings').values(binding).execute()
    await eventually('it is open', () => catalogue.bindingsOf(userId).has(deviceId))
    await writer.write([{ sensorId: lamp, time: now - 1, value: 1, quality: 'good' }])
    await writer.flush()
    const gate = Promise.withResolvers<void>()
    const flush = vi.spyOn(writer, 'flush').mockImplementationOnce(() => gate.promise)
    const answer = client.post(`/api/readings/${call}`, { sensors: [lamp] })
    await eventually('the store is waited for', () => flush.mock.calls.length > 0)
    flush.mockRestore()
    await site.sql.deleteFrom('bindings').where('user_id', '=', userId).execute()
    await eventually('it is closed', () => !catalogue.bindingsOf(userId).has(deviceId))
    gate.resolve()
    expect((await answer).json()).toMatchObject({ data: [] })
  },
)

it('RD71 what the clock was set back behind is in no figure of today', async () => {
  const great = await insertDevice(site.sql, 'GREAT-1', 'temp')
  const meter = await insertDevice(site.sql, 'METER-1', 'total', 'counter')
  await eventually('the devices are known', async () => (await realtime('')).meta.total === 6)
  const minute = 60_000
  const values = [
    [now - minute, 5],
    // A device whose clock is ahead a little.
    [now + 3 * minute, 7],
    [now + 60 * minute, 9],
    [midnight + 30 * 60 * minute, 8],
  ] as const
  const sent = (sensorId: number, factor: number) =>
    values.map(([time, value]) => ({
      ...{ sensorId, time, value: value * factor, quality: 'good' as const },
    }))
  await storeReadings(site.telemetry, [...sent(meter, 1), ...sent(great, 1.9e307)])
  const { data } = (await today(administrator, [meter, great])).json() as { data: object[] }
  const figures = (sensorId: number, factor: number) => ({
    ...{ sensorId, count: 2, minimum: 5 * factor, maximum: 7 * factor, last: 7 * factor },
  })
  expect(data).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...figures(meter, 1), average: 6, accumulated: 2 }),
      expect.objectContaining({ ...figures(great, 1.9e307), average: 6 * 1.9e307 }),
    ]),
  )
})
