import { gzipSync } from 'node:zlib'
import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BrowserSession } from '#testing/browser-session.ts'
import { eventually } from '#testing/eventually.ts'
import { startSite, type Site } from '#testing/site.ts'

interface LastReading {
  readonly sensorId: number
  readonly key: string
  readonly value: unknown
  readonly quality: string
}

let site: Site
let administrator: BrowserSession
let nextDevice = 1

beforeAll(async () => {
  site = await startSite()
  administrator = await site.signIn('admin@example.test', 'admin')
})
afterAll(() => site.close())

async function newDevice(): Promise<string> {
  const lesiId = `device-${nextDevice++}`
  await site.addDevice(lesiId)
  return lesiId
}

const publish = (client: MqttClient, lesiId: string, document: unknown) =>
  client.publishAsync(`warroom/v1/${lesiId}/telemetry`, JSON.stringify(document), { qos: 1 })

it('IN2 stores what is right in a document and names what is not, over HTTP and over MQTT', async () => {
  const lesiId = await newDevice()
  const document = { ts: Date.now(), values: { a: 1, b: [1], c: 'RUN', d: {} } }
  const response = await site.post(lesiId, JSON.stringify(document))
  const refused = [
    { field: 'values.b', reason: 'must be a number, a text, a boolean or null, not an array' },
    {
      field: 'values.d',
      reason: 'must be a number, a text, a boolean, null or an object with "v"',
    },
  ]
  expect([response.status, await response.json()]).toEqual([200, { data: { stored: 2, refused } }])
  const client = await site.connect(lesiId)
  await client.subscribeAsync(`warroom/v1/${lesiId}/refused`)
  const told: unknown[] = []
  client.on('message', (_topic, payload) => told.push(JSON.parse(payload.toString())))
  await publish(client, lesiId, { ...document, ts: document.ts + 1 })
  await eventually('the device was told', () => told.length === 2)
  expect(told).toEqual(refused)
  expect(await site.count(lesiId)).toBe(4)
  const listed = (await site.refusals(administrator)).filter((refusal) => refusal.lesiId === lesiId)
  expect(listed.map(({ field }) => field)).toEqual(['values.d', 'values.b', 'values.d', 'values.b'])
  // However many values are wrong, the device is told of the first ones, and how many more there
  // are.
  const wrong = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`k${index}`, []]))
  await publish(client, lesiId, wrong)
  await eventually('the device was told of the first', () => told.length === 22)
  expect(told.at(-1)).toEqual({ field: 'document', reason: '1981 more values were refused' })
  await client.endAsync()
})

it('IN30 shows a sensor whose device says null as having no value, also after a restart', async () => {
  const lesiId = await newDevice()
  interface Shown {
    readonly lesiId: string
    readonly readings: readonly LastReading[]
  }
  const shown = async () => {
    const { data } = await administrator.json<{ data: Shown[] }>(
      'GET',
      '/api/scada/shadow-lambda/realtime',
    )
    return data.find((device) => device.lesiId === lesiId)?.readings ?? []
  }
  const valuesOf = async () =>
    Object.fromEntries((await shown()).map(({ key, value, quality }) => [key, [value, quality]]))
  const now = Date.now()
  await site.post(
    lesiId,
    JSON.stringify({ ts: now, values: { temp: 20.5, state: 'RUN', level: 3 } }),
  )
  const document = JSON.stringify({ ts: now + 1, values: { temp: null, state: null, level: 4 } })
  for (let round = 0; round < 2; round++) {
    expect(await (await site.post(lesiId, document)).json()).toEqual({ data: { stored: 3 } })
    expect(await valuesOf()).toEqual({
      temp: [null, 'bad'],
      state: [null, 'bad'],
      level: [4, 'good'],
    })
  }
  expect(await site.count(lesiId)).toBe(6)
  const ids = (await shown()).map(({ sensorId }) => sensorId)
  const figures = await administrator.json<{ data: object[] }>('POST', '/api/readings/today', {
    sensors: ids,
  })
  expect(figures.data).toContainEqual(
    expect.objectContaining({ count: 1, minimum: 20.5, maximum: 20.5, last: 20.5 }),
  )
  expect(figures.data).toContainEqual(
    expect.objectContaining({ count: 2, minimum: 3, maximum: 4, last: 4 }),
  )
  await site.server.stop()
  await site.restart()
  administrator = await site.signIn('other@example.test', 'admin')
  expect(await valuesOf()).toEqual({
    temp: [null, 'bad'],
    state: [null, 'bad'],
    level: [4, 'good'],
  })
  await site.post(lesiId, JSON.stringify({ ts: now + 2, values: { temp: 21 } }))
  expect(await valuesOf()).toMatchObject({ temp: [21, 'good'] })
})

it('IN32 takes gzip by its header over HTTP, never unpacks more than a document may have, and names what else it gets', async () => {
  const lesiId = await newDevice()
  const send = async (body: Uint8Array, encoding?: string) => {
    const headers = {
      authorization: `Bearer ${site.tokenOf(lesiId)}`,
      ...(encoding ? { 'content-encoding': encoding } : {}),
    }
    const response = await fetch(`${site.server.url}/api/ingest/${lesiId}`, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
    })
    return [response.status, await response.json()] as const
  }
  const document = Buffer.from('{"temp":21.4}')
  expect(await send(gzipSync(document), 'gzip')).toEqual([200, { data: { stored: 1 } }])
  expect(await send(gzipSync(document), 'GZIP')).toEqual([200, { data: { stored: 1 } }])
  expect(await send(gzipSync(Buffer.alloc(64 * 1024 * 1024, ' ')), 'gzip')).toMatchObject([
    400,
    { error: 'payload_too_large' },
  ])
  const refusedFor = (field: string, reason: string) => [
    422,
    { errors: { [field]: [expect.stringContaining(reason)] } },
  ]
  expect(await send(gzipSync(document).subarray(0, 20), 'gzip')).toMatchObject(
    refusedFor('document', 'is not whole gzip'),
  )
  expect(await send(document, 'gzip')).toMatchObject(refusedFor('document', 'is not whole gzip'))
  expect(await send(document, 'br')).toMatchObject(refusedFor('content-encoding', 'must be gzip'))
  expect(await send(gzipSync(document))).toMatchObject(
    refusedFor('document', 'compressed with gzip'),
  )
  expect(await send(Buffer.from('\ufeff{"temp":1}'))).toMatchObject(
    refusedFor('document', 'byte order mark'),
  )
  expect(await send(Buffer.from('{"temp":1}', 'utf16le'))).toMatchObject(
    refusedFor('document', 'UTF-16'),
  )
  expect(await site.count(lesiId)).toBe(2)
  const reasons = (await site.refusals(administrator))
    .filter((refusal) => refusal.lesiId === lesiId)
    .map(({ field }) => field)
  expect(reasons).toHaveLength(7)
})
