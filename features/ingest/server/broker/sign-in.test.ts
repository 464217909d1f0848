import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { connect } from 'mqtt'
import { expect, it } from 'vitest'
import type { Socket } from 'node:net'
import WebSocket from 'ws'
import { endOf, statusTopic, telemetryTopic } from '#testing/sites/device-site.ts'
import { devices } from '#testing/sites/shared-device-site.ts'
import { eventually } from '#testing/eventually.ts'
import { openWire, type Wire } from '#testing/peers/mqtt-wire.ts'
import { maximumConnectionsPerDevice } from '../../contract/limits.ts'

const { site, administrator, newDevice } = devices
const silent = await openWire(site.server.mqttUrl)

it('IN4 refuses a wrong token, an unknown device, and what belongs to another', async () => {
  const [own, other] = [await newDevice(), await newDevice()]
  await expect(site.connect(own, { password: 'wrong' })).rejects.toMatchObject({ code: 4 })
  await expect(site.connect('nobody-here', { password: 'x' })).rejects.toMatchObject({ code: 4 })
  await expect(site.connect(own, { password: site.tokenOf(other) })).rejects.toMatchObject({
    code: 4,
  })

  const client = await site.connect(own)
  await client.publishAsync(telemetryTopic(other), '{"a":1}', { qos: 1 })
  await client.endAsync()
  expect(await site.count(other)).toBe(0)
  const listening = await site.connect(own)
  await expect(listening.subscribeAsync(`warroom/v1/${other}/#`)).rejects.toThrow()
  await expect(listening.subscribeAsync('#')).rejects.toThrow()
  await listening.subscribeAsync(`warroom/v1/${own}/#`)
  await listening.endAsync()
  const reasons = (await site.refusals(administrator)).map(
    ({ lesiId, field, reason }) => `${lesiId} ${field}: ${reason}`,
  )
  expect(reasons).toContain(`${own} username: wrong token`)
  expect(reasons).toContain('nobody-here username: no such device')
  expect(reasons).toContain(`${own} topic: ${telemetryTopic(other)} belongs to another device`)
})

it('IN4 ends the connections of a device whose token is replaced', async () => {
  const lesiId = await newDevice()
  const client = await site.connect(lesiId)
  const closed = endOf(client)
  await site.admin('device rotate', { id: lesiId })
  await closed
  await expect(site.connect(lesiId)).rejects.toMatchObject({ code: 4 })
})

async function refusedConnack(wire: Wire): Promise<readonly number[]> {
  await once(wire.socket, 'close')
  return [...wire.received()]
}

it('IN16 lets one device have so many connections, and another its own', async () => {
  const [lesiId, neighbour] = [await newDevice(), await newDevice()]
  const wires = await Promise.all(
    Array.from({ length: maximumConnectionsPerDevice }, () => devices.signInWire(lesiId)),
  )
  expect(await refusedConnack(await devices.openWire(lesiId))).toEqual([0x20, 2, 0, 3])
  expect(await devices.listed(lesiId)).toContain(
    '127.0.0.1 connection: 32 connections with these credentials are open',
  )
  const other = await site.connect(neighbour)
  await other.publishAsync(telemetryTopic(neighbour), '{"a":1}', { qos: 1 })
  await other.endAsync()
  for (const { socket } of wires) socket.destroy()
  await eventually('a place is free again', async () => {
    const wire = await devices.openWire(lesiId)
    await eventually('the answer came', () => wire.received().length >= 4)
    return wire.received()[3] === 0
  })
})

it('IN16 refuses long wills and client ids by CONNACK, and long CONNECTs unread', async () => {
  const lesiId = await newDevice()
  const topic = statusTopic(lesiId)
  const before = await devices.budgetOf('will')
  expect(
    await refusedConnack(
      await devices.openWire(lesiId, { will: { topic, payload: Buffer.alloc(5_000) } }),
    ),
  ).toEqual([0x20, 2, 0, 5])
  expect(
    await refusedConnack(await devices.openWire(lesiId, { clientId: 'c'.repeat(257) })),
  ).toEqual([0x20, 2, 0, 2])
  expect(
    await refusedConnack(await devices.openWire(lesiId, { clientId: 'c'.repeat(60_000) })),
  ).toEqual([])
  expect(await devices.listed(lesiId)).toEqual([
    '127.0.0.1 client id: has 257 characters; 256 are allowed',
    `127.0.0.1 will: has ${5_000 + topic.length} bytes; 4096 are allowed`,
  ])
  expect(await devices.listed(null)).toContain('127.0.0.1 packet: is longer than 8192 bytes')
  const wire = await devices.signInWire(lesiId, {
    clientId: 'c'.repeat(256),
    will: { topic, payload: Buffer.from('offline') },
  })
  expect(await devices.budgetOf('will')).toBe(before + topic.length + 'offline'.length)
  wire.socket.destroy()
  await eventually(
    'the will is given back',
    async () => (await devices.budgetOf('will')) === before,
  )
})

it.each([
  ['MQTT 3.1', { protocol: 'MQIsdp', level: 3 }],
  ['protocol level 132', { level: 132 }],
])(
  'IN17 answers %s with "unacceptable protocol version", and lists it with the address',
  async (name, options) => {
    const lesiId = await newDevice()
    expect(await refusedConnack(await devices.openWire(lesiId, options))).toEqual([0x20, 2, 0, 1])
    expect(await devices.listed(null)).toContain(
      `127.0.0.1 protocol: speaks ${name}; the versions of MQTT here are 3.1.1 and 5`,
    )
  },
)

it('IN17 names the version to clients of MQTT 3.1 as people use them', async () => {
  const lesiId = await newDevice()
  await expect(
    site.connect(lesiId, { protocolVersion: 3, protocolId: 'MQIsdp' }),
  ).rejects.toMatchObject({ code: 1 })
})

it.each([
  ['TLS', Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01])],
  ['HTTP', Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n')],
])('IN17 recognises %s on the port', async (name, bytes) => {
  const wire = await openWire(site.server.mqttUrl)
  wire.socket.write(bytes)
  await once(wire.socket, 'close')
  expect(
    (await devices.listed(null)).some((line) =>
      line.startsWith(`127.0.0.1 protocol: is ${name}; this port takes MQTT`),
    ),
  ).toBe(true)
})

it('IN16 ends a connection on which no CONNECT comes', async () => {
  if (!silent.socket.destroyed) await once(silent.socket, 'close')
  expect(await devices.listed(null)).toContain('127.0.0.1 packet: no CONNECT came in time')
})

it('IN16 asks the peer of every MQTT connection whether it is there, by TCP', async () => {
  const socket = new WebSocket(`${site.server.url.replace('http', 'ws')}/mqtt`, 'mqtt')
  const [{ socket: webSocket }] = (await once(socket, 'upgrade')) as [IncomingMessage]
  const plain = await openWire(site.server.mqttUrl)
  for (const socketOfClient of [webSocket, plain.socket])
    await eventually('a keep-alive timer runs', () => timerOfPeer(socketOfClient) === 'keep-alive')
  socket.terminate()
  plain.socket.destroy()
})

/** Of the server's end; another connection of the machine may have one port of it. */
function timerOfPeer({ localPort = 0, remotePort = 0 }: Socket): string | undefined {
  const endOf = (port: number) => `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const rows = ['tcp', 'tcp6'].flatMap((name) =>
    readFileSync(`/proc/net/${name}`, 'utf8').split('\n'),
  )
  const timer = rows
    .map((row) => row.trim().split(/\s+/))
    .find((row) => row[1]?.endsWith(endOf(remotePort)) && row[2]?.endsWith(endOf(localPort)))
  return { '00': 'none', '01': 'retransmit', '02': 'keep-alive' }[timer?.[5]?.slice(0, 2) ?? '']
}

it('IN15 stores no session of a connection that has ended', async () => {
  const lesiId = await newDevice()
  const options = {
    username: lesiId,
    password: site.tokenOf(lesiId),
    clientId: 'lasting',
    clean: false,
    reconnectPeriod: 0,
  }
  for (let round = 0; round < 2; round++) {
    const client = connect(site.server.mqttUrl, options)
    const connack = await new Promise<{ sessionPresent: boolean }>((resolve) =>
      client.once('connect', resolve),
    )
    expect(connack.sessionPresent).toBe(false)
    await client.subscribeAsync(`warroom/v1/${lesiId}/refused`, { qos: 1 })
    await client.endAsync()
  }
})
