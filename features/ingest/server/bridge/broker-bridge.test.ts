import { once } from 'node:events'
import { createServer } from 'node:net'
import { Aedes } from 'aedes'
import { connectAsync, type MqttClient } from 'mqtt'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { maximumMessageBytes } from '#kit/model/limits.ts'
import { Budget } from '#kit/server/budget/budget.ts'
import { eventually } from '#testing/eventually.ts'
import { freePort } from '#testing/peers/free-port.ts'
import { startMosquitto, type Mosquitto } from '#testing/peers/mosquitto.ts'
import { testDatabase, type TestDatabase } from '#testing/postgres/postgres.ts'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import { CommandOutlet } from '../mqtt/command-outlet.ts'
import type { DeviceMessages } from '../mqtt/device-messages.ts'
import { startBrokerBridge, type BrokerBridge } from './broker-bridge.ts'
import { removeSession } from './former-sessions.ts'
import { sessionName } from './session-name.ts'

const logger = pino({ level: 'silent' })
const installationId = 'unit'
let broker: Mosquitto
let database: TestDatabase
beforeAll(
  async () => void ([broker, database] = await Promise.all([startMosquitto(), testDatabase()])),
)
afterAll(() => Promise.all([broker.close(), database.drop()]))

type Receive = (lesiId: string, text: string) => Promise<void>

/** A bridge whose messages end in `receive`: one that rejects has not stored. */
async function startBridge(receive: Receive, url = broker.url): Promise<BrokerBridge> {
  const messages = {
    async receive({ lesiId }: { lesiId: string }, payload: Buffer) {
      await receive(lesiId, payload.toString())
      const isRefused = payload.toString() === 'bad'
      return {
        isRefused,
        problems: isRefused ? [{ field: 'document', reason: 'is not JSON' }] : [],
      }
    },
  } as unknown as DeviceMessages
  const bridge = await startBrokerBridge({
    ...{
      url,
      installationId,
      dataDirectory: temporaryDirectory(),
      sql: database.sql,
      messages,
      logger,
    },
    budget: new Budget(128 * 2 ** 20),
    ...{ commands: new CommandOutlet(), isOnline: () => true, sparkplugHostId: null },
  })
  onTestFinished(async () => {
    await bridge.close()
    await removeSession(url, sessionName(installationId)).catch(() => undefined)
  })
  return bridge
}

async function device(url = broker.url): Promise<MqttClient> {
  const client = await connectAsync(url)
  onTestFinished(() => client.endAsync())
  return client
}

const telemetry = (client: MqttClient, lesiId: string, text: string) =>
  client.publishAsync(`warroom/v1/${lesiId}/telemetry`, text, { qos: 1 })

it('IN11 retries what could not be stored; the device waits behind it, others do not', async () => {
  const received: string[] = []
  const stored: string[] = []
  let failing = true
  await startBridge(async (lesiId, text) => {
    received.push(text)
    if (failing && lesiId === 'pump-1') throw new Error('the disk is full')
    stored.push(text)
  })
  const client = await device()
  await telemetry(client, 'pump-1', 'first')
  await eventually('it came again', () => received.filter((text) => text === 'first').length > 1)
  await telemetry(client, 'pump-1', 'second')
  await telemetry(client, 'pump-2', 'other')
  await eventually('the neighbour is stored', () => stored.includes('other'))
  await eventually('it came again', () => received.filter((text) => text === 'first').length > 3)
  expect(received).not.toContain('second')
  failing = false
  await eventually('both are stored', () => stored.includes('second'))
  expect(stored).toEqual(['other', 'first', 'second'])
})

it('IN11 a refused message is acknowledged, answered, and never comes again', async () => {
  const received: string[] = []
  const bridge = await startBridge(async (_lesiId, text) => void received.push(text))
  const client = await device()
  const notices: string[] = []
  await client.subscribeAsync('warroom/v1/pump-1/refused')
  client.on('message', (_topic, payload) => notices.push(payload.toString()))
  await telemetry(client, 'pump-1', 'bad')
  await eventually('the device is notified', () => notices.length === 1)
  expect(JSON.parse(notices[0] ?? '')).toEqual({ field: 'document', reason: 'is not JSON' })
  await client.publishAsync('warroom/v1/pump-1/strange/telemetry', 'x', { qos: 1 })
  await bridge.close()
  await startBridge(async (_lesiId, text) => void received.push(text))
  await telemetry(client, 'pump-1', 'last')
  await eventually('the next is taken', () => received.includes('last'))
  expect(received).toEqual(['bad', 'last'])
})

/** A broker that speaks no more than MQTT 3.1.1. */
async function startFormerBroker(): Promise<string> {
  const port = await freePort()
  const aedes = await Aedes.createBroker()
  const server = createServer(aedes.handle).listen(port, '127.0.0.1')
  onTestFinished(() => void server.close())
  onTestFinished(() => new Promise<void>((resolve) => aedes.close(resolve)))
  await once(server, 'listening')
  return `mqtt://127.0.0.1:${port}`
}

it.each(['MQTT 5', 'MQTT 3.1.1'])(
  'IN95 a giant message is not held, is acknowledged, and never comes again: %s',
  async (version) => {
    const url = version === 'MQTT 5' ? broker.url : await startFormerBroker()
    const received: { lesiId: string; bytes: number }[] = []
    const receive: Receive = async (lesiId, text) =>
      void received.push({ lesiId, bytes: text.length })
    const bridge = await startBridge(receive, url)
    const client = await device(url)
    const long = ' '.repeat(maximumMessageBytes + 1)
    await Promise.all([
      telemetry(client, 'pump-1', `{"temp":1}${' '.repeat(8 * 2 ** 20)}`),
      telemetry(client, 'pump-2', long),
      telemetry(client, 'pump-3', '{"temp":1}'),
    ])
    await eventually('the last is taken', () => received.length === 3)
    const [giant, others] = [received[0]?.bytes ?? 0, received.slice(1)]
    expect(giant).toBeGreaterThan(maximumMessageBytes)
    expect(giant).toBeLessThan(2 * maximumMessageBytes)
    expect(others.map(({ bytes }) => bytes)).toEqual([long.length, 10])
    await bridge.close()
    await startBridge(receive, url)
    await telemetry(client, 'pump-1', 'last')
    await eventually('the next is taken', () => received.length > 3)
    expect(received.slice(3)).toEqual([{ lesiId: 'pump-1', bytes: 4 }])
  },
)

it('IN95 what properties take of a shortened message does not make it a short one', async () => {
  const received: number[] = []
  await startBridge(async (_lesiId, text) => void received.push(text.length))
  const client = await connectAsync(broker.url, { protocolVersion: 5 })
  onTestFinished(() => client.endAsync())
  const userProperties = Object.fromEntries(
    Array.from({ length: 4 }, (_, index) => [`p${index}`, 'x'.repeat(60_000)]),
  )
  const text = `{"temp":1}${' '.repeat(2 ** 20)}`
  const options = { qos: 1 as const, properties: { userProperties } }
  await client.publishAsync('warroom/v1/pump-1/telemetry', text, options)
  await eventually('it is taken', () => received.length > 0)
  expect(received).toEqual([maximumMessageBytes + 1])
})

it('EB1 messages of one device wait for the disk at once, begun in their order', async () => {
  const begun: number[] = []
  const gate = Promise.withResolvers<void>()
  const bridge = await startBridge(async (_lesiId, text) => {
    begun.push(Number(text))
    await gate.promise
  })
  const client = await device()
  const count = 400
  await Promise.all(
    Array.from({ length: count }, (_, index) => telemetry(client, 'pump-1', String(index))),
  )
  await eventually('all have begun', () => begun.length === count)
  expect(begun).toEqual(Array.from({ length: count }, (_, index) => index))
  // The broker goes and comes before anything is acknowledged.
  await broker.stop()
  await eventually('the bridge has noticed', () => bridge.readiness.problem() !== null)
  await broker.start()
  await eventually('all came again', () => begun.length === 2 * count)
  expect(begun.slice(count)).toEqual(begun.slice(0, count))
  gate.resolve()
})

const thiefOptions = {
  ...{
    clientId: sessionName(installationId),
    clean: false,
    protocolVersion: 5 as const,
    connectTimeout: 30_000,
  },
  properties: { sessionExpiryInterval: 0xff_ff_ff_ff },
}

it('EB2 readiness reports two servers that take a session from each other', async () => {
  const bridge = await startBridge(async () => undefined)
  const thief = await connectAsync(broker.url, { ...thiefOptions, reconnectPeriod: 100 })
  onTestFinished(() => thief.endAsync(true))
  await eventually('the bridge has noticed', async () =>
    String(await bridge.readiness.problem()).includes(
      'another server of the same installation seems to take its session warroom-unit',
    ),
  )
})

it('EB2 a broker that is away does not stop the start; readiness reports why', async () => {
  const port = await freePort()
  const stored: string[] = []
  const bridge = await startBridge(
    async (_lesiId, text) => void stored.push(text),
    `mqtt://user:secret@127.0.0.1:${port}`,
  )
  expect(await bridge.readiness.problem()).toBe(
    `mqtt://127.0.0.1:${port} is not connected: connect ECONNREFUSED 127.0.0.1:${port}`,
  )
  expect(bridge.connectedCount()).toBe(0)
  const aedes = await Aedes.createBroker()
  const server = createServer(aedes.handle).listen(port, '127.0.0.1')
  onTestFinished(() => void server.close())
  onTestFinished(() => new Promise<void>((resolve) => aedes.close(resolve)))
  await once(server, 'listening')
  await eventually('it is connected', () => bridge.connectedCount() === 1)
})

it('EB2 a refused subscription is not ready, and is asked for again', async () => {
  const port = await freePort()
  let allowed = false
  const aedes = await Aedes.createBroker({
    authorizeSubscribe: (_client, subscription, done) => done(null, allowed ? subscription : null),
  })
  const server = createServer(aedes.handle).listen(port, '127.0.0.1')
  onTestFinished(() => void server.close())
  onTestFinished(() => new Promise<void>((resolve) => aedes.close(resolve)))
  await once(server, 'listening')
  const url = `mqtt://127.0.0.1:${port}`
  const stored: string[] = []
  const bridge = await startBridge(async (_lesiId, text) => void stored.push(text), url)
  expect(await bridge.readiness.problem()).toContain(
    'was refused the subscription to warroom/v1/+/telemetry and warroom/v1/+/status',
  )
  allowed = true
  await eventually('it is granted', () => bridge.readiness.problem() === null)
  await telemetry(await device(url), 'pump-1', 'first')
  await eventually('it is stored', () => stored.length === 1)
})

it('EB2 wrong credentials end the start with a sentence that does not repeat them', async () => {
  const port = await freePort()
  const aedes = await Aedes.createBroker({
    authenticate: (_client, _name, _password, done) =>
      done(Object.assign(new Error('no'), { returnCode: 4 }), false),
  })
  const server = createServer(aedes.handle).listen(port, '127.0.0.1')
  onTestFinished(() => void server.close())
  onTestFinished(() => new Promise<void>((resolve) => aedes.close(resolve)))
  await once(server, 'listening')
  await expect(
    startBridge(async () => undefined, `mqtt://user:secret@127.0.0.1:${port}`),
  ).rejects.toThrow(
    `The MQTT broker mqtt://127.0.0.1:${port} that MQTT_URL names refuses this server: ` +
      'it is not connected: Connection refused',
  )
})
