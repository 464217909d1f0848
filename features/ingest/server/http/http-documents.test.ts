import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { publish } from '#testing/sites/device-site.ts'
import { devices } from '#testing/sites/shared-device-site.ts'
import { eventually } from '#testing/eventually.ts'

const { site, administrator, newDevice } = devices

interface LastReading {
  readonly sensorId: number
  readonly key: string
  readonly value: unknown
  readonly quality: string
}

it('IN5 IN10 answers 200 over HTTP with the number stored, also when sent again', async () => {
  const lesiId = await newDevice()
  const batch = JSON.stringify(
    Array.from({ length: 100 }, (_, index) => ({
      ts: Date.now() - index * 1_000,
      values: { a: index, b: `t${index}` },
    })),
  )
  for (let round = 0; round < 3; round++) {
    const response = await site.post(lesiId, batch)
    expect([response.status, await response.json()]).toEqual([200, { data: { stored: 200 } }])
    expect(await site.count(lesiId)).toBe(200)
  }
})

it('IN6 answers 401, 422 with the field, and 400 over HTTP, and lists each', async () => {
  const lesiId = await newDevice()
  const answer = async (body: string, token?: string) => {
    const response = await site.post(lesiId, body, token)
    return [response.status, (await response.json()) as { error: string; errors?: object }] as const
  }
  expect(await answer('{"a":1}', 'wrong')).toMatchObject([401, { error: 'device_unauthenticated' }])
  expect(await answer('{"values":{"a":[1]}}')).toMatchObject([
    422,
    { error: 'invalid', errors: { 'values.a': [expect.any(String)] } },
  ])
  expect(await answer('nonsense')).toMatchObject([
    422,
    { errors: { document: [expect.stringContaining('not JSON')] } },
  ])
  expect(await answer('['.repeat(100_000) + ']'.repeat(100_000))).toMatchObject([
    422,
    { errors: { '[0]': [expect.any(String)] } },
  ])
  expect(await answer(`{"a":"${'x'.repeat(256 * 1024)}"}`)).toMatchObject([
    400,
    { error: 'payload_too_large' },
  ])
  expect(await answer('{"__proto__":1}')).toMatchObject([200, { data: { stored: 1 } }])
  const listed = (await site.refusals(administrator)).filter((refusal) => refusal.lesiId === lesiId)
  expect(listed.map(({ field }) => field)).toEqual([
    'document',
    '[0]',
    'document',
    'values.a',
    'authorization',
  ])
})

it('IN4 answers a wrong token and none over HTTP alike for every device name', async () => {
  const lesiId = await newDevice()
  const answer = async (device: string, headers: Record<string, string>) => {
    const response = await fetch(`${site.server.url}/api/ingest/${device}`, {
      method: 'POST',
      headers,
      body: '{"a":1}',
    })
    return [response.status, ((await response.json()) as { message: string }).message]
  }
  const [wrong, none] = [{ authorization: 'Bearer wrong' }, {}]
  expect(await answer(lesiId, wrong)).toEqual([
    401,
    'The device token is wrong, or there is no such device',
  ])
  expect(await answer('no-such-device', wrong)).toEqual(await answer(lesiId, wrong))
  expect(await answer(lesiId, none)).toEqual([
    401,
    'Send the device token as: Authorization: Bearer TOKEN',
  ])
  expect(await answer('no-such-device', none)).toEqual(await answer(lesiId, none))
  // Blanks before the token may be several (RFC 9110, 11.4).
  const spaced = { authorization: `bearer   ${site.tokenOf(lesiId)}` }
  expect((await answer(lesiId, spaced))[0]).toBe(200)
  const reasons = (await site.refusals(administrator))
    .filter((refusal) => refusal.lesiId === lesiId)
    .map(({ reason }) => reason)
  expect(reasons).toEqual(['no token', 'no token', 'wrong token', 'wrong token'])
})

it('IN2 stores what is right in a document and names what is not, by HTTP and MQTT', async () => {
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
  const notices: unknown[] = []
  client.on('message', (_topic, payload) => notices.push(JSON.parse(payload.toString())))
  await publish(client, lesiId, { ...document, ts: document.ts + 1 })
  await eventually('the device was notified', () => notices.length === 2)
  expect(notices).toEqual(refused)
  expect(await site.count(lesiId)).toBe(4)
  const listed = (await site.refusals(administrator)).filter((refusal) => refusal.lesiId === lesiId)
  expect(listed.map(({ field }) => field)).toEqual(['values.d', 'values.b', 'values.d', 'values.b'])
  // However many values are wrong, the device is sent the first ones, and how many more there
  // are.
  const wrong = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`k${index}`, []]))
  await publish(client, lesiId, wrong)
  await eventually('the device was sent the first', () => notices.length === 22)
  expect(notices.at(-1)).toEqual({ field: 'document', reason: '1981 more values were refused' })
  await client.endAsync()
})

it('IN32 takes gzip by its header, up to the limit of a document, and names the rest', async () => {
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

// The last one: after the restart the server has another address.
it('IN30 shows a sensor whose device sends null without a value, after a restart too', async () => {
  const lesiId = await newDevice()
  interface Shown {
    readonly lesiId: string
    readonly readings: readonly LastReading[]
  }
  let reader = administrator
  const shown = async () => {
    const { data } = await reader.json<{ data: Shown[] }>(
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
  reader = await site.signIn('other@example.test', 'admin')
  expect(await valuesOf()).toEqual({
    temp: [null, 'bad'],
    state: [null, 'bad'],
    level: [4, 'good'],
  })
  await site.post(lesiId, JSON.stringify({ ts: now + 2, values: { temp: 21 } }))
  expect(await valuesOf()).toMatchObject({ temp: [21, 'good'] })
})
