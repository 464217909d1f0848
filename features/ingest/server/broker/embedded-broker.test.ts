import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import websocket from '@fastify/websocket'
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { Budget } from '#kit/server/budget/budget.ts'
import type { BudgetKind } from '#kit/server/budget/kinds.ts'
import { createBus, type Bus } from '#kit/server/bus.ts'
import type { Catalogue, CatalogueDevice } from '#kit/server/catalogue.ts'
import { createHttpApplication } from '#kit/server/http/application.ts'
import { eventually } from '#testing/eventually.ts'
import { connectPacket, openWire, publishPacket } from '#testing/peers/mqtt-wire.ts'
import { ingestPlugin } from '../index.ts'
import { DeviceMessages } from '../mqtt/device-messages.ts'
import type { Intake } from '../intake/intake.ts'
import { Refusals } from '../refusals/refusals.ts'
import { CommandOutlet } from '../mqtt/command-outlet.ts'
import type { SparkplugHost } from '../sparkplug/sparkplug-host.ts'
import { startEmbeddedBroker, type EmbeddedBroker } from './embedded-broker.ts'

const token = 'a token of the devices'
const telemetry = (lesiId: string) => `warroom/v1/${lesiId}/telemetry`

let budget: Budget
let bus: Bus
let refusals: Refusals
let seen: number[]
let reported: string[]
let devices: Map<string, CatalogueDevice>
let register: () => Promise<void>
let broker: EmbeddedBroker
let url: string

/** The broker alone: what surrounds it takes everything at once. */
beforeEach(async () => {
  budget = new Budget(128 * 2 ** 20)
  bus = createBus((error) => {
    throw error
  })
  refusals = new Refusals(Date.now, budget)
  seen = []
  reported = []
  devices = new Map()
  for (const [index, lesiId] of ['pump-1', 'pump-2'].entries())
    devices.set(lesiId, { id: index + 1, lesiId, name: lesiId, product: '', silenceMs: 60_000 })
  register = () => Promise.resolve()
  const catalogue = {
    device: (lesiId: string) => devices.get(lesiId),
    async registerDevice(lesiId: string) {
      await register()
      return { id: 9, lesiId, name: lesiId, product: '', silenceMs: 60_000 }
    },
  } as unknown as Catalogue
  const presence = {
    messageReceived: (id: number) => seen.push(id),
    statusReported: (_id: number, status: string) => reported.push(status),
  }
  const intake = { take: async () => ({ stored: 1, refused: [] }) } as unknown as Intake
  const logger = pino({ level: 'silent' })
  const sparkplug = { signOfLife: () => undefined } as unknown as SparkplugHost
  broker = await startEmbeddedBroker({
    ...{ budget, bus, catalogue, logger, refusals, autoRegister: true },
    ...{ commands: new CommandOutlet(), sparkplugHostId: 'warroom' },
    certificates: { ownerOf: async () => ({ reason: 'none is shown here' }) },
    messages: new DeviceMessages({
      ...{ catalogue, intake, presence, refusals, logger, sparkplug },
      ownCommands: { answer: () => null },
    }),
    verifyToken: (_lesiId, given) => given === token,
  })
  broker.server.listen(0, '127.0.0.1')
  await once(broker.server, 'listening')
  url = `mqtt://127.0.0.1:${(broker.server.address() as AddressInfo).port}`
})
afterEach(() => broker.close())

async function connect(lesiId: string, options: IClientOptions = {}): Promise<MqttClient> {
  const credentials = { username: lesiId, password: token, reconnectPeriod: 0 }
  const client = await connectAsync(url, { ...credentials, ...options }, false)
  client.on('error', () => undefined)
  onTestFinished(() => client.endAsync(true))
  return client
}

const endOf = (client: MqttClient) =>
  new Promise<void>((resolve) => client.once('close', () => resolve()))
const heldBytes = (kind: BudgetKind) =>
  budget.usage().find((usage) => usage.kind === kind)?.bytes ?? NaN
const listed = () =>
  refusals.list().map(({ lesiId, field, reason }) => `${lesiId} ${field}: ${reason}`)

it('IN9 a ping is a sign of life', async () => {
  await connect('pump-2', { keepalive: 1 })
  await eventually('the ping was seen', () => seen.length > 0)
  expect(new Set(seen)).toEqual(new Set([2]))
})

it('IN16 refuses a connection of an address that has no share left', async () => {
  const { share } = budget.limits('mqtt-connection')
  const held = budget.reserve('mqtt-connection', 'address 127.0.0.1', share)
  const { socket } = await openWire(url)
  await once(socket, 'close')
  expect(listed()).toEqual([
    'null connection: too many connections of this address have not signed in yet',
  ])
  if (typeof held === 'object') held.release()
  await connect('pump-1')
})

it('IN16 refuses a connection of a device that has no share left, by its CONNACK', async () => {
  budget.reserve('mqtt-connection', 'pump-1', budget.limits('mqtt-connection').share)
  await expect(connect('pump-1')).rejects.toMatchObject({ code: 3 })
  expect(listed()).toEqual(['pump-1 connection: too many bytes of this sender are under way'])
  await connect('pump-2')
  await eventually('the refused one holds no bytes', () => {
    const { share } = budget.limits('mqtt-connection')
    return heldBytes('mqtt-connection') === share + 8 * 1024
  })
})

it('IN16 ends a connection whose unfinished packet is over the share, and lists it', async () => {
  const wire = await openWire(url)
  wire.socket.write(connectPacket({ username: 'pump-1', password: token }))
  await eventually('the CONNACK came', () => wire.received().length === 4)
  budget.reserve('mqtt-packet', 'pump-1', budget.limits('mqtt-packet').share - 1_000)
  const packet = publishPacket(telemetry('pump-1'), Buffer.alloc(200_000), 1)
  wire.socket.write(packet.subarray(0, 1_500))
  await once(wire.socket, 'close')
  expect(listed()).toEqual(['pump-1 packet: too many bytes of this sender are under way'])
})

it('IN22 reads a device at its pace, and goes on', async () => {
  const wire = await openWire(url)
  const begun = performance.now()
  wire.socket.write(connectPacket({ username: 'pump-1', password: token }))
  const payload = Buffer.alloc(250_000, '{"a":1}  ')
  for (let messageId = 1; messageId <= 24; messageId++)
    wire.socket.write(publishPacket(telemetry('pump-1'), payload, 1, messageId))
  await eventually('every PUBACK came', () => wire.received().length === 4 + 24 * 4)
  // A burst of 4 MiB and the rest at that pace; one read of the socket may be ahead.
  const paced = 24 * payload.length - 2 ** 22 - 2 ** 17
  expect(performance.now() - begun).toBeGreaterThan((paced / 2 ** 22) * 1_000)
  wire.socket.destroy()
})

it('IN22 reads new connections of one address at their pace', async () => {
  const begun = performance.now()
  const wires = await Promise.all(Array.from({ length: 130 }, () => openWire(url)))
  for (const { socket } of wires)
    socket.write(connectPacket({ username: 'pump-1', password: 'wrong' }))
  await eventually('each is refused', () => wires.every(({ received }) => received().length === 4))
  // A hundred at once, and thirty more at a hundred a second.
  expect(performance.now() - begun).toBeGreaterThan(290)
})

it('IN16 ends a connection whose message is over the share of a device; lists it', async () => {
  const client = await connect('pump-1')
  const closed = endOf(client)
  budget.reserve('mqtt-packet', 'pump-1', budget.limits('mqtt-packet').share - 100)
  client.publish(telemetry('pump-1'), '{"a":1}', { qos: 1 })
  await closed
  expect(listed()).toEqual(['pump-1 packet: too many bytes of this sender are under way'])
})

it('IN16 takes a message that cannot be retained, and lists that it is not', async () => {
  const client = await connect('pump-1')
  budget.reserve('will', 'pump-1', budget.limits('will').share)
  await client.publishAsync(telemetry('pump-1'), '{"a":1}', { qos: 1, retain: true })
  expect(listed()).toEqual(['pump-1 retain: was taken and is not retained: there is no room'])
})

it('IN16 gives a QoS 2 identifier back although the share is used up by others', async () => {
  const client = await connect('pump-1')
  const closed = endOf(client)
  budget.reserve('mqtt-packet', 'pump-1', budget.limits('mqtt-packet').share - 700)
  client.publish(telemetry('pump-1'), '{"a":1}', { qos: 2 })
  client.publish(telemetry('pump-1'), '{"a":1}', { qos: 2 })
  await closed
  expect(listed()[0]).toBe('pump-1 packet: too many bytes of this sender are under way')
  await eventually('all is given back', () => {
    const { share } = budget.limits('mqtt-packet')
    return heldBytes('mqtt-packet') === share - 700
  })
})

it('IN16 refuses a long client id and a long will by CONNACK, and counts other wills', async () => {
  const will = (length: number) => ({
    will: { topic: telemetry('pump-1'), payload: Buffer.alloc(length), qos: 0, retain: false },
  })
  // The state of the host of Sparkplug is retained.
  const before = Number(heldBytes('will'))
  await expect(connect('pump-1', { clientId: 'c'.repeat(257) })).rejects.toMatchObject({ code: 2 })
  await expect(connect('pump-1', will(5_000) as IClientOptions)).rejects.toMatchObject({ code: 5 })
  expect(heldBytes('will')).toBe(before)
  await connect('pump-1', will(100) as IClientOptions)
  expect(heldBytes('will')).toBe(before + telemetry('pump-1').length + 100)
})

it('IN4 grants a device its own topics alone', async () => {
  const client = await connect('pump-1')
  await expect(client.subscribeAsync(telemetry('pump-2'))).rejects.toThrow()
  await client.subscribeAsync(telemetry('pump-1'))
  expect(listed()).toEqual([
    'pump-1 topic: warroom/v1/pump-2/telemetry is not a topic of this device',
  ])
})

it('IN8 lists what is no MQTT, of one who has not signed in and of a device', async () => {
  const stranger = await openWire(url)
  stranger.socket.write(Buffer.from([0x00, 0x00]))
  await once(stranger.socket, 'close')
  const device = await openWire(url)
  device.socket.write(connectPacket({ username: 'pump-1', password: token }))
  await eventually('the CONNACK came', () => device.received().length === 4)
  device.socket.write(Buffer.from([0x00, 0x00]))
  await once(device.socket, 'close')
  expect(listed().map((line) => line.split(':')[0])).toEqual(['pump-1 packet', 'null packet'])
})

it('IN4 ends every connection of a device whose token changes, and no other', async () => {
  const [one, two] = await Promise.all([connect('pump-1'), connect('pump-1')])
  const other = await connect('pump-2')
  const closed = Promise.all([endOf(one), endOf(two)])
  bus.emit('deviceTokenChanged', { lesiId: 'pump-1' } as never)
  await closed
  await other.publishAsync(telemetry('pump-2'), '{"a":1}', { qos: 1 })
  expect(broker.connectedCount()).toBe(1)
})

it('IN16 a device has 32 connections, and the place of one that ends', async () => {
  const clients = await Promise.all(Array.from({ length: 32 }, () => connect('pump-1')))
  await expect(connect('pump-1')).rejects.toMatchObject({ code: 3 })
  await connect('pump-2')
  await clients[0]?.endAsync()
  await eventually('its place is free', () => broker.connectedCount() === 32)
  await connect('pump-1')
  expect(listed()).toEqual(['pump-1 connection: 32 connections with these credentials are open'])
})

it('IN16 a connection that ends while its device is registered takes no place of it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  register = () => promise
  const credentials = { username: 'pump-new', password: 'x'.repeat(16) }
  for (let index = 0; index < 32; index++) {
    const { socket } = await openWire(url)
    socket.write(connectPacket({ ...credentials, clientId: `c${index}` }))
    socket.end()
    await once(socket, 'close')
  }
  resolve()
  await eventually('nothing is held', () => heldBytes('mqtt-connection') === 0)
  await connect('pump-new', { password: 'x'.repeat(16) })
})

it('IN7 shortens a long message for one device, while another is served', async () => {
  const wire = await openWire(url)
  wire.socket.write(connectPacket({ username: 'pump-1', password: token }))
  wire.socket.write(publishPacket(telemetry('pump-1'), Buffer.alloc(1_000_000, 'x'), 1, 7))
  const other = await connect('pump-2')
  await other.publishAsync(telemetry('pump-2'), '{"a":1}', { qos: 1 })
  await eventually('the PUBACK came', () => wire.received().length === 8)
  expect(listed()).toEqual(['pump-1 document: has more than 262144 bytes'])
  await eventually('its bytes are given back', () => heldBytes('mqtt-packet') === 0)
  wire.socket.destroy()
})

it('IN150 the stop of the server is no death of its devices: no will is taken', async () => {
  const topic = 'warroom/v1/pump-1/status'
  const will = { topic, payload: Buffer.from('offline'), qos: 1, retain: true } as const
  const [lost, stopped] = await Promise.all([
    connect('pump-1', { will }),
    connect('pump-1', { will }),
  ])
  lost.stream.destroy()
  await eventually('the will of a lost connection is taken', () => reported.length === 1)
  const closed = endOf(stopped)
  await broker.close()
  await closed
  expect(reported).toEqual(['offline'])
})

it('IN150 nor are those of devices over WebSocket, whose connections end first', async () => {
  const app = createHttpApplication(pino({ level: 'silent' }))
  await app.register(websocket)
  await app.register(ingestPlugin, { broker, budget, refusals } as never)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const tcp = url
  url = `ws://127.0.0.1:${(app.server.address() as AddressInfo).port}/mqtt`
  onTestFinished(() => void (url = tcp))
  const topic = 'warroom/v1/pump-1/status'
  const client = await connect('pump-1', { will: { topic, payload: Buffer.from('offline') } })
  const closed = endOf(client)
  await app.close()
  await closed
  await eventually('the broker has ended it', () => broker.connectedCount() === 0)
  await broker.close()
  expect(reported).toEqual([])
})

it('IN151 connections that have said nothing do not hold up the stop', async () => {
  const { socket } = await openWire(url)
  await eventually('it is accepted', () => heldBytes('mqtt-connection') > 0)
  const closed = once(socket, 'close')
  await broker.close()
  await closed
  // One that is waited for is listed when it has said nothing for ten seconds.
  expect(listed()).toEqual([])
})
