import fc from 'fast-check'
import { deflateSync, gzipSync } from 'node:zlib'
import { beforeEach, expect, it } from 'vitest'
import { AppError } from '#kit/model/calls/errors.ts'
import { Budget } from '#kit/server/budget/budget.ts'
import type { Catalogue, CatalogueDevice } from '#kit/server/catalogue.ts'
import { DevicesOfGateways } from '../gateways/devices-of-gateways.ts'
import type { Intake, UnderstoodDocument } from '../intake/intake.ts'
import { CommandOutlet } from '../mqtt/command-outlet.ts'
import { readPayload, writePayload, type Metric, type Payload } from './payload-schema.ts'
import { SparkplugHost } from './sparkplug-host.ts'
import { parseSparkplugTopic } from './sparkplug-topics.ts'

const start = Date.UTC(2026, 5, 1)
const node: CatalogueDevice = { id: 1, lesiId: 'G--N', name: 'N', product: '', silenceMs: 60_000 }

let now: number
let stored: string[]
let presence: string[]
let commands: string[]
let host: SparkplugHost
let budget: Budget

beforeEach(() => {
  now = start
  stored = []
  presence = []
  commands = []
  budget = new Budget(128 * 2 ** 20)
  const devices = new Map([[node.lesiId, node]])
  const catalogue = {
    device: (lesiId: string) => devices.get(lesiId),
    devices: () => [...devices.values()],
    async registerDevice(lesiId: string) {
      const device = { ...node, id: devices.size + 1, lesiId }
      devices.set(lesiId, device)
      return device
    },
  } as unknown as Catalogue
  const intake = {
    async take({ lesiId }: CatalogueDevice, { values }: UnderstoodDocument) {
      for (const { key, value, quality, time } of values)
        stored.push(`${lesiId} ${key}=${value} ${quality} ${(time ?? 0) - start}`)
      return { stored: values.length, refused: [] }
    },
  } as unknown as Intake
  const outlet = new CommandOutlet()
  outlet.connect({
    publish(topic, payload) {
      const [metric] = readPayload(payload).metrics ?? []
      commands.push(`${topic} ${metric?.name} ${metric?.booleanValue}`)
    },
    readiness: () => 'ready',
    publishCommand: () => undefined,
  })
  host = new SparkplugHost({
    ...{ intake, budget, commands: outlet, clock: () => now },
    gateways: new DevicesOfGateways(catalogue),
    presence: {
      messageReceived: (id) => presence.push(`${id}`),
      statusReported: (id, status) => presence.push(`${id} ${status}`),
    },
  })
})

async function send(topic: string, payload: Payload | Uint8Array) {
  const parsed = parseSparkplugTopic(`spBv1.0/G/${topic}`)
  if (!parsed) throw new Error(`no topic: ${topic}`)
  const bytes = payload instanceof Uint8Array ? payload : writePayload(payload)
  const { refused } = await host.take(node, parsed, bytes)
  return refused.map(({ field, reason }) => `${field}: ${reason}`)
}

const metric = (name: string, alias: number, doubleValue: number): Metric => ({
  ...{ name, alias, doubleValue, datatype: 10 },
})
const byAlias = (alias: number, doubleValue: number): Metric => ({ alias, doubleValue })
const payload = (seq: number, ...metrics: readonly Metric[]): Payload => ({
  ...{ timestamp: start, seq, metrics },
})
const bdSeq = (longValue: number): Metric => ({ name: 'bdSeq', datatype: 8, longValue })
const rebirth = 'spBv1.0/G/NCMD/N Node Control/Rebirth true'

it('IN51 takes births and data by alias, of the node and of devices behind it', async () => {
  expect(await send('NBIRTH/N', payload(0, bdSeq(3), metric('load', 1, 1.5)))).toEqual([])
  expect(await send('DBIRTH/N/pump', payload(1, metric('Inputs/Temp', 7, 20)))).toEqual([])
  expect(await send('DDATA/N/pump', payload(2, byAlias(7, 21)))).toEqual([])
  expect(await send('NDATA/N', payload(3, byAlias(1, 2)))).toEqual([])
  expect(stored).toEqual([
    'G--N load=1.5 good 0',
    'G--N--pump Inputs/Temp=20 good 0',
    'G--N--pump Inputs/Temp=21 good 0',
    'G--N load=2 good 0',
  ])
  expect(presence).toEqual(['1 online', '2 online', '2'])
  expect(commands).toEqual([])
})

it('IN149 the death of a device that was removed, or never was there, adds none', async () => {
  await send('NBIRTH/N', payload(0))
  expect(await send('DDEATH/N/gone', payload(1))).toEqual([])
  expect(presence).toEqual(['1 online'])
})

it('IN52 asks for a rebirth where a message is missing, and trusts no alias then', async () => {
  await send('NBIRTH/N', payload(254, metric('a', 1, 1), metric('b', 2, 1)))
  expect(await send('NDATA/N', payload(255, byAlias(1, 2)))).toEqual([])
  expect(await send('NDATA/N', payload(0, byAlias(1, 3)))).toEqual([])
  // The same again is no gap.
  expect(await send('NDATA/N', payload(0, byAlias(1, 3)))).toEqual([])
  expect(commands).toEqual([])
  const lost = await send('NDATA/N', payload(2, byAlias(1, 4), { name: 'b', doubleValue: 5 }))
  expect(lost).toEqual([expect.stringMatching(/^metrics\.alias 1: .*rebirth/)])
  expect(commands).toEqual([rebirth])
  await send('NDATA/N', payload(3, byAlias(1, 5)))
  expect(commands).toEqual([rebirth])
  now += 10_001
  await send('NDATA/N', payload(4, byAlias(1, 5)))
  expect(commands).toEqual([rebirth, rebirth])
  expect(await send('NBIRTH/N', payload(0, metric('c', 1, 6)))).toEqual([])
  expect(await send('NDATA/N', payload(1, byAlias(1, 7)))).toEqual([])
  expect(stored.map((line) => line.split(' ')[1])).toEqual([
    ...['a=1', 'b=1', 'a=2', 'a=3', 'a=3', 'b=5', 'c=6', 'c=7'],
  ])
})

it('IN52 asks for a rebirth of metrics that are unknown since its own start', async () => {
  expect(await send('NDATA/N', payload(9, byAlias(1, 2)))).toHaveLength(1)
  expect(commands).toEqual([rebirth])
  await send('NBIRTH/N', payload(0))
  await send('DDATA/N/pump', payload(1, { name: 'x', doubleValue: 1 }))
  expect(commands).toEqual([rebirth, rebirth])
  expect(stored).toEqual(['G--N--pump x=1 good 0'])
})

it('IN53 takes the node and its devices off line by its own death, not by one before', async () => {
  await send('NBIRTH/N', payload(0, bdSeq(4)))
  await send('DBIRTH/N/a', payload(1))
  await send('DBIRTH/N/b', payload(2))
  await send('DDEATH/N/a', payload(3))
  presence.length = 0
  await send('NDEATH/N', { metrics: [bdSeq(3)] })
  expect(presence).toEqual([])
  await send('NDEATH/N', { metrics: [bdSeq(4)] })
  expect(presence).toEqual(['3 offline', '1 offline'])
  expect(budget.usage().find(({ kind }) => kind === 'mqtt-connection')?.bytes).toBe(0)
})

it('IN54 reads each type of metric, null, quality and times of their own', async () => {
  const metrics: Metric[] = [
    { name: 'Int8', datatype: 1, intValue: 0xff_ff_ff_ff },
    { name: 'Int16', datatype: 2, intValue: 0xff_fe },
    { name: 'Int32', datatype: 3, intValue: 0xff_ff_ff_fd },
    { name: 'Int64', datatype: 4, longValue: { low: -4, high: -1 } },
    { name: 'UInt32', datatype: 7, longValue: 4_294_967_295 },
    { name: 'Float', datatype: 9, floatValue: Math.fround(21.4) },
    { name: 'Boolean', datatype: 11, booleanValue: true },
    { name: 'String', datatype: 12, stringValue: '<b>é' },
    { name: 'DateTime', datatype: 13, longValue: start },
    { name: 'Bytes', datatype: 17, bytesValue: new Uint8Array([1, 2]) },
    { name: 'Null', datatype: 10, isNull: true },
    { name: 'Old', datatype: 10, doubleValue: 1, timestamp: start - 5, isHistorical: true },
    ...[0, 64, 192, 500, 0x80_00_00_00, 0x40_00_00_00].map((code) => ({
      ...{ name: `Quality ${code}`, datatype: 10, doubleValue: 1 },
      properties: { keys: ['Quality'], values: [{ type: 3, intValue: code }] },
    })),
  ]
  expect(await send('NBIRTH/N', payload(0, ...metrics))).toEqual([])
  expect(stored.map((line) => line.slice('G--N '.length))).toEqual([
    ...['Int8=-1 good 0', 'Int16=-2 good 0', 'Int32=-3 good 0', 'Int64=-4 good 0'],
    ...['UInt32=4294967295 good 0', 'Float=21.4 good 0', 'Boolean=1 good 0', 'String=<b>é good 0'],
    ...['DateTime=2026-06-01T00:00:00.000Z good 0', 'Bytes=AQI= good 0', 'Null=null bad 0'],
    ...['Old=1 good -5', 'Quality 0=1 bad 0', 'Quality 64=1 uncertain 0', 'Quality 192=1 good 0'],
    ...['Quality 500=1 uncertain 0', 'Quality 2147483648=1 bad 0'],
    'Quality 1073741824=1 uncertain 0',
  ])
})

it('IN118 refuses a whole number whose type no birth has told, and asks for one', async () => {
  const data = [
    { name: 'a', intValue: 0xff },
    { name: 'b', datatype: 1, intValue: 0xff },
  ]
  expect(await send('NDATA/N', payload(7, ...data, { name: 'c', doubleValue: 1 }))).toEqual([
    expect.stringMatching(/^metrics\.a: is a whole number without a type.*rebirth/),
  ])
  expect(stored).toEqual(['G--N b=-1 good 0', 'G--N c=1 good 0'])
  expect(commands).toEqual([rebirth])
})

it('IN54 takes data sets and templates as text, and no definitions nor controls', async () => {
  const templateValue = {
    templateRef: 'Motor',
    metrics: [{ name: '__proto__', datatype: 10, doubleValue: 5 }],
    parameters: [{ name: 'index', type: 3, intValue: 2 }],
  }
  const datasetValue = {
    columns: ['a', 'b'],
    types: [3, 12],
    rows: [{ elements: [{ intValue: 0xff_ff_ff_ff }, { stringValue: 'x' }] }],
  }
  await send(
    'NBIRTH/N',
    payload(
      0,
      { name: 'set', datatype: 16, datasetValue },
      { name: 'motor', datatype: 19, templateValue },
      { name: '_types_/Motor', templateValue: { ...templateValue, isDefinition: true } },
      { name: 'Node Control/Rebirth', datatype: 11, booleanValue: false },
    ),
  )
  expect(stored).toEqual([
    'G--N set={"columns":["a","b"],"rows":[[-1,"x"]]} good 0',
    'G--N motor={"template":"Motor","parameters":{"index":2},"metrics":{"__proto__":5}} good 0',
  ])
})

it('IN54 refuses what is wrong in one metric alone', async () => {
  const problems = await send(
    'NBIRTH/N',
    payload(
      0,
      { name: 'large', datatype: 8, longValue: { low: 1, high: 0x20_00_00 } },
      { name: 'not a number', datatype: 10, doubleValue: Number.NaN },
      { name: 'infinite', datatype: 9, floatValue: Number.POSITIVE_INFINITY },
      { name: 'ancient', datatype: 10, doubleValue: 1, timestamp: 1 },
      { name: 'array', datatype: 23, bytesValue: new Uint8Array(1) },
      { name: 'long', datatype: 12, stringValue: 'x'.repeat(5_000) },
      { name: ' blank', datatype: 10, doubleValue: 1 },
      { name: 'none', datatype: 10 },
      { name: 'good', datatype: 10, doubleValue: 1 },
    ),
  )
  expect(problems.map((line) => line.split(':')[0])).toEqual([
    ...['metrics.large', 'metrics.not a number', 'metrics.infinite', 'metrics.ancient'],
    ...['metrics.array', 'metrics.long', 'metrics." blank"', 'metrics.none'],
  ])
  expect(stored).toEqual(['G--N good=1 good 0'])
})

it('IN54 unpacks what is compressed as Sparkplug does it, within the limit', async () => {
  const body = writePayload(payload(0, metric('a', 1, 1)))
  const wrap = (packed: Uint8Array, algorithm: string): Payload => ({
    ...{ uuid: 'SPBV1.0_COMPRESSED', body: packed },
    metrics: [{ name: 'algorithm', datatype: 12, stringValue: algorithm }],
  })
  expect(await send('NBIRTH/N', wrap(deflateSync(body), 'DEFLATE'))).toEqual([])
  expect(await send('NBIRTH/N', wrap(gzipSync(body), 'GZIP'))).toEqual([])
  expect(stored).toHaveLength(2)
  const bomb = gzipSync(Buffer.alloc(20_000_000))
  expect(await send('NBIRTH/N', wrap(bomb, 'GZIP'))).toHaveLength(1)
  expect(await send('NBIRTH/N', wrap(gzipSync(body).subarray(0, 15), 'GZIP'))).toHaveLength(1)
})

it('IN54 refuses or takes whatever bytes come, and never fails', async () => {
  const kinds = fc.constantFrom('NBIRTH/N', 'NDATA/N', 'NDEATH/N', 'DBIRTH/N/d', 'DDATA/N/d')
  const real = Buffer.from(writePayload(payload(1, metric('a', 1, 1), byAlias(2, 3))))
  const damaged = fc.tuple(fc.nat(real.length - 1), fc.nat(255)).map(([at, byte]) => {
    const bytes = Buffer.from(real)
    bytes[at] = byte
    return new Uint8Array(bytes)
  })
  await fc.assert(
    fc.asyncProperty(
      kinds,
      fc.oneof(fc.uint8Array({ maxLength: 200 }), damaged),
      async (...all) => {
        expect(Array.isArray(await send(...all))).toBe(true)
      },
    ),
    { numRuns: 500 },
  )
  // Deeper than any stack.
  let deep = new Uint8Array()
  const wrap = (tag: readonly number[], content: Uint8Array) =>
    Uint8Array.from([...tag, ...lengthOf(content.length), ...content])
  for (let depth = 0; depth < 2_000; depth++) deep = wrap([0x12], wrap([0x92, 0x01], deep))
  expect(await send('NDATA/N', wrap([0x12], deep))).toHaveLength(1)
})

function lengthOf(length: number): number[] {
  return length < 128 ? [length] : [(length & 0x7f) | 0x80, ...lengthOf(length >>> 7)]
}

it('IN55 bounds what is known of a node, and counts it until it is gone', async () => {
  const held = () => budget.usage().find(({ kind }) => kind === 'mqtt-connection')?.bytes ?? 0
  const many = (count: number, prefix: string) =>
    Array.from({ length: count }, (_, index) => metric(`${prefix}${index}`, index, 1))
  await send('NBIRTH/N', payload(0, ...many(100, 'a')))
  expect(held()).toBeGreaterThan(100 * 100)
  expect(await send('NBIRTH/N', payload(0, ...many(10_001, '')))).toEqual([
    'payload: holds more than 10000 metrics',
  ])
  let refusal: string[] = []
  for (let index = 0; refusal.length === 0; index++)
    refusal = await send(`DBIRTH/N/d${index}`, payload(index + 1, ...many(4_000, 'b')))
  expect(refusal).toEqual(['payload: names more metrics than there is room for'])
  host.removeGone(() => false)
  expect(held()).toBe(0)
})

it('IN5 asks for a message again that cannot be stored yet', async () => {
  const failing = new SparkplugHost({
    ...{ budget, clock: () => now, commands: new CommandOutlet() },
    intake: {
      take: () => Promise.reject(new AppError('store_unavailable', 'later')),
    } as unknown as Intake,
    gateways: {} as unknown as DevicesOfGateways,
    presence: { messageReceived: () => undefined, statusReported: () => undefined },
  })
  const topic = parseSparkplugTopic('spBv1.0/G/NBIRTH/N')
  if (!topic) throw new Error('no topic')
  const message = writePayload(payload(0, metric('a', 1, 1)))
  await expect(failing.take(node, topic, message)).rejects.toMatchObject({
    code: 'store_unavailable',
  })
})
