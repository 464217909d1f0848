import { once } from 'node:events'
import fc from 'fast-check'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { connectPacket, openWire, publishPacket, pubrelPacket } from '#testing/peers/mqtt-wire.ts'
import { eventually } from '#testing/eventually.ts'
import { publish, telemetryTopic } from '#testing/sites/device-site.ts'
import { devices } from '#testing/sites/shared-device-site.ts'
import { writePayload, type Metric } from './sparkplug/payload-schema.ts'

const { site, administrator, newDevice, listed } = devices

const year = (number: number) => Date.UTC(number, 0, 1)
const long = '温'.repeat(200)
const html = '<img_src=x_onerror=alert(1)>'

/** Values of one document, what is stored of them, and how many are refused. */
const values = [
  { key: 'plain', value: 21.4, shown: 21.4 },
  // Nothing is decided by the first value of a new sensor: it may be a number.
  { key: 'text_number', value: '21.4', shown: 21.4 },
  { key: 'not_a_number', value: NaN, shown: undefined },
  { key: 'infinite', value: Infinity, shown: undefined },
  { key: 'immense', value: 1.7e308, shown: 1.7e308 },
  { key: '__proto__', value: 1, shown: 1 },
  { key: 'constructor', value: 2, shown: 2 },
  { key: html, value: '<script>alert(2)</script>', shown: '<script>alert(2)</script>' },
  { key: long, value: 1, shown: undefined },
] as const
const refusedCount = values.filter(({ shown }) => shown === undefined).length

/** As no serializer would write it. */
const jsonValue = (value: number | string) =>
  typeof value === 'string'
    ? JSON.stringify(value)
    : Number.isFinite(value)
      ? String(value)
      : '1e999'
const jsonValues = () =>
  `{${values.map(({ key, value }) => `${JSON.stringify(key)}:${jsonValue(value)}`).join(',')}}`
const lineValue = (value: number | string) =>
  typeof value === 'string' ? JSON.stringify(value) : String(value)
const escaped = (name: string) => name.replaceAll('=', '\\=')
const lineText = (time: number) =>
  values.map(({ key, value }) => `m ${escaped(key)}=${lineValue(value)} ${time}\n`).join('')
const metrics = (): Metric[] =>
  values.map(({ key, value }) =>
    typeof value === 'string'
      ? { name: key, datatype: 12, stringValue: value }
      : { name: key, datatype: 10, doubleValue: value },
  )

interface Way {
  readonly name: string
  /** Sends the values with this time as that device. */
  readonly send: (lesiId: string, time: number) => Promise<unknown>
  readonly newSender?: () => Promise<string>
  /** The key of a sensor, where it is not as the document has it. */
  readonly keyOf?: (name: string) => string
  /** A document at a wrong time is refused as a whole, and named once. */
  readonly isWhole: boolean
}

const post = (path: string, lesiId: string, body: BodyInit, headers = {}) =>
  fetch(`${site.server.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${lesiId}:${site.tokenOf(lesiId)}`, ...headers },
    body,
  })

async function publishOnce(lesiId: string, url: string, topic: string, message: string | Buffer) {
  const client = await site.connect(lesiId, {}, url)
  await client.publishAsync(topic, message, { qos: 1 })
  await client.endAsync()
}

let nodes = 0
const document = (time: number) => `{"ts":${time},"values":${jsonValues()}}`
const webSocketUrl = () => `${site.server.url.replace('http', 'ws')}/mqtt`

const ways: readonly Way[] = [
  {
    name: 'MQTT over TCP',
    isWhole: true,
    send: (id, time) => publishOnce(id, site.server.mqttUrl, telemetryTopic(id), document(time)),
  },
  {
    name: 'MQTT over WebSocket',
    isWhole: true,
    send: (id, time) => publishOnce(id, webSocketUrl(), telemetryTopic(id), document(time)),
  },
  { name: 'HTTP', isWhole: true, send: (id, time) => site.post(id, document(time)) },
  {
    name: 'HTTP batch',
    isWhole: true,
    send: (id, time) => post('/api/ingest/batch', id, `[${document(time)}]`),
  },
  {
    name: 'line protocol',
    isWhole: false,
    keyOf: (name) => `m ${escaped(name)}`,
    send: (id, time) => post('/api/v2/write?precision=ms', id, lineText(time)),
  },
  {
    name: 'Sparkplug',
    isWhole: false,
    async newSender() {
      const lesiId = `G--n${++nodes}`
      await site.addDevice(lesiId)
      return lesiId
    },
    send: (id, time) =>
      publishOnce(
        id,
        site.server.mqttUrl,
        `spBv1.0/G/NBIRTH/${id.slice(3)}`,
        writePayload({ timestamp: time, seq: 0, metrics: metrics() }),
      ),
  },
]

interface Shown {
  readonly value: unknown
  readonly quality: string
  readonly time: number
}

/** The last readings of a device, by the key of the sensor. */
async function shownOf(lesiId: string): Promise<Map<string, Shown>> {
  const { data: sensors } = await administrator.json<{
    data: { id: number; lesiId: string; key: string }[]
  }>('GET', '/api/sensors')
  const { data: devices } = await administrator.json<{
    data: { lesiId: string; readings: (Shown & { sensorId: number })[] }[]
  }>('GET', '/api/scada/shadow-lambda/realtime')
  const readings = devices.find((device) => device.lesiId === lesiId)?.readings ?? []
  return new Map(
    readings.map((reading) => [
      sensors.find(({ id }) => id === reading.sensorId)?.key ?? '',
      reading,
    ]),
  )
}

it.each(ways)('IN101 $name: what is strange is stored as it is or refused alone', async (way) => {
  const lesiId = await (way.newSender ?? newDevice)()
  const time = Date.now() - 1_000
  await way.send(lesiId, time)
  const taken = values.filter(({ shown }) => shown !== undefined)
  await eventually('all is stored', async () => (await site.count(lesiId)) === taken.length)
  const shown = await shownOf(lesiId)
  const { keyOf = (name) => name } = way
  expect([...shown].map(([key, { value }]) => [key, value]).toSorted()).toEqual(
    taken.map(({ key, shown: value }) => [keyOf(key), value]).toSorted(),
  )
  expect(await listed(lesiId)).toHaveLength(refusedCount)
  expect(Object.hasOwn(Object.prototype, 'plain')).toBe(false)
})

it.each(ways)('IN101 $name: 1970 is refused, 2099 has the time of its receipt', async (way) => {
  const lesiId = await (way.newSender ?? newDevice)()
  await way.send(lesiId, year(1970) + 1)
  expect(await site.count(lesiId)).toBe(0)
  expect(await listed(lesiId)).toHaveLength(way.isWhole ? 1 : values.length)
  const before = Date.now()
  await way.send(lesiId, year(2099))
  const { keyOf = (name) => name } = way
  const reading = (await shownOf(lesiId)).get(keyOf('plain'))
  expect(reading).toMatchObject({ value: 21.4, quality: 'uncertain' })
  expect(reading?.time).toBeGreaterThanOrEqual(before - 1_000)
  expect(reading?.time).toBeLessThanOrEqual(Date.now())
})

const tooLarge = Buffer.alloc(10 * 2 ** 20, '{"a":1} ')
const half = (text: string) => new Uint8Array(gzipSync(text)).slice(0, -9)

it('IN101 10 MB, deep JSON and half of a gzip stream are refused at every port', async () => {
  const lesiId = await newDevice()
  const neighbour = await site.connect(lesiId)
  const gzip = { 'content-encoding': 'gzip' }
  const deep = '['.repeat(200_000)
  const bodies: readonly (readonly [BodyInit, object])[] = [
    [tooLarge, {}],
    [deep, {}],
    [half(`[{"values":{"a":1}}]${' '.repeat(900)}`), gzip],
    [half('m a=1\n'.repeat(100)), gzip],
  ]
  const other = await newDevice()
  for (const path of [`/api/ingest/${other}`, '/api/ingest/batch', '/write', '/api/v2/write'])
    for (const [body, headers] of bodies) {
      const token = site.tokenOf(other)
      const authorization = path.includes(other) ? { authorization: `Bearer ${token}` } : {}
      const answer = await post(path, other, body, { ...headers, ...authorization }).then(
        ({ status }) => status,
        // The connection may end before a body that is too long was sent.
        () => 400,
      )
      expect([400, 413, 422], `${path} ${answer}`).toContain(answer)
      await publish(neighbour, lesiId, { values: { a: 1 } })
    }
  for (const topic of [telemetryTopic(other), 'spBv1.0/G/NDATA/n1']) {
    await publishOnce(other, site.server.mqttUrl, topic, tooLarge)
    await publishOnce(other, site.server.mqttUrl, topic, deep)
  }
  expect(await site.count(other)).toBe(0)
  expect(await site.count(lesiId)).toBe(16)
  await neighbour.endAsync()
})

const anything = fc.oneof(
  fc.uint8Array({ maxLength: 400 }),
  fc.json().map((text) => Buffer.from(text)),
  fc.string({ unit: 'grapheme', maxLength: 300 }).map((text) => Buffer.from(text)),
  fc
    .constantFrom('m a=1', '{"values":{"a":1}}', '[{"values":{"a":1}}]')
    .map((text) => Buffer.from(text)),
)

it('IN101 whatever is posted, no answer is a failure of the server', async () => {
  const lesiId = await newDevice()
  const paths = fc.constantFrom(
    ...[`/api/ingest/${lesiId}`, '/api/ingest/batch', '/write?precision=ns'],
    ...['/api/v2/write', '/api/v2/write?precision=s&bucket=x'],
  )
  const encodings = fc.constantFrom('', 'gzip', 'identity', 'br')
  await fc.assert(
    fc.asyncProperty(paths, anything, encodings, async (path, body, encoding) => {
      const headers = encoding === '' ? {} : { 'content-encoding': encoding }
      const { status } = await post(path, lesiId, new Uint8Array(body), headers)
      expect(status).toBeLessThan(500)
    }),
    { numRuns: 200 },
  )
})

/** What a client could have sent, and what has become of it on the way. */
function mutated(packets: Buffer): fc.Arbitrary<Buffer> {
  const place = fc.nat(packets.length - 1)
  return fc.oneof(
    fc.array(fc.tuple(place, fc.nat(255)), { minLength: 1, maxLength: 8 }).map((changes) => {
      const bytes = Buffer.from(packets)
      for (const [at, byte] of changes) bytes[at] = byte
      return bytes
    }),
    place.map((at) => packets.subarray(0, at)),
    fc.tuple(place, fc.uint8Array({ maxLength: 40 })).map(([at, more]) => {
      return Buffer.concat([packets.subarray(0, at), more, packets.subarray(at)])
    }),
  )
}

/** A session of MQTT 3.1.1 or 5: the sign-in, and packets of each kind. */
function session(lesiId: string, level: 4 | 5): Buffer {
  const credentials = { username: lesiId, password: site.tokenOf(lesiId), level }
  const payload = Buffer.from('{"values":{"a":1}}')
  const filter = Buffer.from(`warroom/v1/${lesiId}/#`)
  const properties = level === 5 ? [0] : []
  const subscribe = Buffer.from([
    ...[0x82, filter.length + 5 + properties.length, 0, 9, ...properties],
    ...[0, filter.length, ...filter, 1],
  ])
  return Buffer.concat([
    connectPacket({ ...credentials, will: { topic: `warroom/v1/${lesiId}/status`, payload } }),
    subscribe,
    publishPacket(
      telemetryTopic(lesiId),
      level === 5 ? Buffer.from([0, ...payload]) : payload,
      1,
      2,
    ),
    publishPacket(
      telemetryTopic(lesiId),
      level === 5 ? Buffer.from([0, ...payload]) : payload,
      2,
      3,
    ),
    pubrelPacket(3),
    Buffer.from([0xc0, 0]),
  ])
}

async function sendOverTcp(bytes: Buffer): Promise<void> {
  const { socket } = await openWire(site.server.mqttUrl)
  const closed = once(socket, 'close')
  socket.end(bytes)
  await closed
}

async function sendOverWebSocket(bytes: Buffer): Promise<void> {
  const socket = new WebSocket(webSocketUrl(), 'mqtt')
  await once(socket, 'open')
  const closed = once(socket, 'close')
  socket.send(bytes)
  socket.close()
  await closed
}

it.each([
  { name: 'TCP', sendBytes: sendOverTcp, runs: 150 },
  { name: 'WebSocket', sendBytes: sendOverWebSocket, runs: 50 },
])('IN101 malformed packets over $name harm nobody', async ({ sendBytes, runs }) => {
  const [lesiId, quiet] = [await newDevice(), await newDevice()]
  const neighbour = await site.connect(quiet)
  const sessions = ([4, 5] as const).map((level) => mutated(session(lesiId, level)))
  let count = 0
  await fc.assert(
    fc.asyncProperty(fc.oneof(...sessions), async (bytes) => {
      await sendBytes(bytes)
      if (++count % 10 === 0) await publish(neighbour, quiet, { values: { a: count } })
    }),
    { numRuns: runs },
  )
  expect(await site.count(quiet)).toBe(runs / 10)
  await neighbour.endAsync()
})
