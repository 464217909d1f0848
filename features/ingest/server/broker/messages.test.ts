import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect as connectSocket } from 'node:net'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { connectPacket, publishPacket } from '#testing/peers/mqtt-wire.ts'
import { publish, statusTopic, telemetryTopic } from '#testing/sites/device-site.ts'
import { devices } from '#testing/sites/shared-device-site.ts'
import { eventually } from '#testing/eventually.ts'

const { site, administrator, newDevice } = devices

async function statusOf(lesiId: string): Promise<string | undefined> {
  const { data } = await administrator.json<{ data: { lesiId: string; status: string }[] }>(
    'POST',
    '/api/scada/shadow-lambda/things',
  )
  return data.find((device) => device.lesiId === lesiId)?.status
}

it('IN5 stores what comes over MQTT before it acknowledges it', async () => {
  const lesiId = await newDevice()
  const client = await site.connect(lesiId)
  for (let round = 1; round <= 3; round++) {
    await publish(client, lesiId, {
      ts: Date.now() + round,
      values: { temp: round, state: `S${round}` },
    })
    expect(await site.count(lesiId)).toBe(round * 2)
  }
  await client.endAsync()
})

it('IN5 stores what mosquitto_pub sends', async () => {
  const lesiId = await newDevice()
  const words = [
    '-h',
    '127.0.0.1',
    '-p',
    new URL(site.server.mqttUrl).port,
    '-u',
    lesiId,
    '-P',
    site.tokenOf(lesiId),
    '-q',
    '1',
  ]
  const run = (...more: string[]) =>
    promisify(execFile)('mosquitto_pub', [...words, ...more]).catch(
      (error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT'
          ? new Error('mosquitto_pub is missing: apt-get install mosquitto-clients')
          : error
      },
    )
  // Several at once: without a client id of their own they must not push each other out.
  await Promise.all(
    [1, 2, 3, 4].map((index) =>
      run(
        '-t',
        telemetryTopic(lesiId),
        '-m',
        JSON.stringify({ ts: Date.now(), values: { [`k${index}`]: 1 } }),
      ),
    ),
  )
  expect(await site.count(lesiId)).toBe(4)
  await expect(run('-t', telemetryTopic(lesiId), '-m', '{"a":1}', '-P', 'wrong')).rejects.toThrow(
    /not authori[sz]ed|bad user name/i,
  )
})

it('IN5 stores what comes over MQTT in a WebSocket on the HTTP port', async () => {
  const lesiId = await newDevice()
  const client = await site.connect(lesiId, {}, `${site.server.url.replace('http', 'ws')}/mqtt`)
  await publish(client, lesiId, { ts: Date.now(), values: { a: 1, b: 2 } })
  expect(await site.count(lesiId)).toBe(2)
  await client.endAsync()
  await expect(
    site.connect(lesiId, { password: 'wrong' }, `${site.server.url.replace('http', 'ws')}/mqtt`),
  ).rejects.toThrow()
})

it('IN120 speaks mqtt in binary messages over WebSocket, and ends what sends text', async () => {
  const lesiId = await newDevice()
  const url = `${site.server.url.replace('http', 'ws')}/mqtt`
  const socket = new WebSocket(url, ['other', 'mqtt'])
  const received: Buffer[] = []
  socket.on('message', (data: Buffer) => received.push(data))
  await once(socket, 'open')
  expect(socket.protocol).toBe('mqtt')
  socket.send(connectPacket({ username: lesiId, password: site.tokenOf(lesiId) }))
  await eventually('the CONNACK came', () => Buffer.concat(received).length === 4)
  const document = Buffer.from(JSON.stringify({ values: { a: 1 } }))
  socket.send(publishPacket(telemetryTopic(lesiId), document, 1).toString('latin1'))
  await once(socket, 'close')
  expect(Buffer.concat(received)).toHaveLength(4)
  expect(await site.count(lesiId)).toBe(0)
  expect(await devices.listed(lesiId)).toContain(
    '127.0.0.1 packet: comes as text; MQTT is binary in a WebSocket',
  )
})

it('IN5 stores what comes at QoS 2 and at QoS 0', async () => {
  const lesiId = await newDevice()
  const client = await site.connect(lesiId)
  await client.publishAsync(
    telemetryTopic(lesiId),
    JSON.stringify({ ts: Date.now(), values: { a: 1 } }),
    { qos: 2 },
  )
  expect(await site.count(lesiId)).toBe(1)
  await client.publishAsync(
    telemetryTopic(lesiId),
    JSON.stringify({ ts: Date.now() + 1, values: { a: 2 } }),
    { qos: 0 },
  )
  await eventually('the second reading is stored', async () => (await site.count(lesiId)) === 2)
  await client.endAsync()
})

it('IN10 stores once what is sent again over another protocol', async () => {
  const lesiId = await newDevice()
  const document = JSON.stringify({
    ts: Date.now(),
    values: { a: 0.1 + 0.2, b: -0, c: 1e21, d: 5e-324, e: 'naïve\t\\N' },
  })
  const client = await site.connect(lesiId)
  await publish(client, lesiId, document)
  await site.post(lesiId, document)
  await publish(client, lesiId, document)
  expect(await site.count(lesiId)).toBe(5)
  await client.endAsync()
})

it('IN9 takes the birth for online and the will for offline', async () => {
  const lesiId = await newDevice()
  const will = {
    topic: statusTopic(lesiId),
    payload: Buffer.from('offline'),
    qos: 1 as const,
    retain: true,
  }
  const client = await site.connect(lesiId, { will })
  await client.publishAsync(will.topic, 'online', { qos: 1, retain: true })
  expect(await statusOf(lesiId)).toBe('online')
  client.stream.destroy()
  await eventually('the will was received', async () => (await statusOf(lesiId)) === 'offline')
})

async function sendBytes(port: number, bytes: Uint8Array): Promise<void> {
  const socket = connectSocket(port, '127.0.0.1')
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.resume()
  socket.write(bytes)
  socket.end()
  await closed
}

it('IN8 outlives garbage on the MQTT port and on the HTTP port', async () => {
  const lesiId = await newDevice()
  const ports = [new URL(site.server.mqttUrl).port, new URL(site.server.url).port].map(Number)
  const malformed = [
    Buffer.alloc(0),
    Buffer.from('GET / HTTP/1.1\r\n\r\n'),
    Buffer.from([0x10, 0xff, 0xff, 0xff, 0xff, 0x7f]),
    Buffer.from([0x10, 0x04, 0x00, 0x04, 0x4d, 0x51]),
    Buffer.from([0x30, 0x02, 0x00, 0x00]),
    Buffer.from([0x00, 0x00, 0xf0, 0x00]),
    Buffer.from('POST /api/ingest/x HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n{'),
    ...Array.from({ length: 20 }, () => randomBytes(2_000)),
  ]
  for (const port of ports) await Promise.all(malformed.map((bytes) => sendBytes(port, bytes)))
  const client = await site.connect(lesiId)
  await publish(client, lesiId, { ts: Date.now(), values: { a: 1 } })
  expect(await site.count(lesiId)).toBe(1)
  expect(
    (await site.refusals(administrator)).some(
      ({ source, field }) => source === 'MQTT' && field === 'packet',
    ),
  ).toBe(true)
  await client.endAsync()
})

it('IN8 serves a neighbour of a device that floods garbage and does not read', async () => {
  const [noisy, quiet] = [await newDevice(), await newDevice()]
  const flood = await site.connect(noisy)
  await flood.subscribeAsync(`warroom/v1/${noisy}/#`)
  flood.on('error', () => undefined)
  ;(flood.stream as unknown as { pause(): void }).pause()
  const garbage = 'z'.repeat(20_000)
  const pouring = setInterval(() => {
    for (let count = 0; count < 50; count++)
      flood.publish(telemetryTopic(noisy), garbage, { qos: 0 })
  }, 5)
  const neighbour = await site.connect(quiet)
  let slowest = 0
  for (let index = 0; index < 40; index++) {
    const begun = performance.now()
    await publish(neighbour, quiet, { ts: Date.now() + index, values: { a: index } })
    slowest = Math.max(slowest, performance.now() - begun)
  }
  clearInterval(pouring)
  // Far less than the time after which a subscriber that does not read is cut off: nobody waited
  // for it.
  expect(slowest).toBeLessThan(5_000)
  expect(await site.count(quiet)).toBe(40)
  expect(
    (await site.refusals(administrator)).filter(({ lesiId }) => lesiId === noisy).length,
  ).toBeGreaterThan(50)
  await neighbour.endAsync()
  await flood.endAsync(true)
})
