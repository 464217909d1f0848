import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { endOf, publish, statusTopic, telemetryTopic } from '#testing/sites/device-site.ts'
import { devices } from '#testing/sites/shared-device-site.ts'
import { eventually } from '#testing/eventually.ts'
import { publishPacket } from '#testing/peers/mqtt-wire.ts'

const { site, administrator, newDevice } = devices
const document = (value: number) => JSON.stringify({ ts: Date.now() + value, values: { a: value } })

function residentMegabytes(): number {
  return (
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${site.server.pid}/status`, 'utf8'))?.[1]) /
    1024
  )
}

it('IN6 acknowledges and lists a refused message, and sends the device the reason', async () => {
  const lesiId = await newDevice()
  const client = await site.connect(lesiId)
  await client.subscribeAsync(`warroom/v1/${lesiId}/refused`)
  const notices: string[] = []
  client.on('message', (_topic, payload) => notices.push(payload.toString()))
  const bad = [
    'rubbish',
    { values: { temp: [1] } },
    { ts: 1_780_000_000, values: { temp: 1 } },
    { ['k'.repeat(129)]: 1 },
  ]
  for (const document of bad) await publish(client, lesiId, document)
  await client.publishAsync(statusTopic(lesiId), 'perhaps', { qos: 1 })
  await eventually('the device was notified of each', () => notices.length === 5)
  expect(notices.map((text) => (JSON.parse(text) as { field: string }).field)).toEqual([
    'document',
    'values.temp',
    'ts',
    'k'.repeat(129),
    'status',
  ])
  // A manager may look at refusals; those of a device that is not theirs are not for them.
  const manager = await site.signIn('manager-of-nothing@example.test', 'manager')
  expect((await site.refusals(manager)).filter((refusal) => refusal.lesiId === lesiId)).toEqual([])
  const listed = (await site.refusals(administrator)).filter((refusal) => refusal.lesiId === lesiId)
  expect(listed.map(({ field }) => field)).toEqual([
    'status',
    'k'.repeat(129),
    'ts',
    'values.temp',
    'document',
  ])
  expect(listed.at(-1)).toMatchObject({
    source: `MQTT ${telemetryTopic(lesiId)}`,
    reason: expect.stringContaining('not JSON'),
    excerpt: 'rubbish',
  })
  expect(await site.count(lesiId)).toBe(0)
  await client.endAsync()
})

it.each(['TCP', 'WebSocket'])(
  'IN7 acknowledges a message over the limit as refused, over %s, and stores what comes behind it',
  async (transport) => {
    const lesiId = await newDevice()
    const webSocket = `${site.server.url.replace('http', 'ws')}/mqtt`
    const client = await site.connect(lesiId, {}, transport === 'TCP' ? undefined : webSocket)
    await client.subscribeAsync(`warroom/v1/${lesiId}/refused`)
    const answers: string[] = []
    client.on('message', (_topic, payload) => answers.push(payload.toString()))
    const refused = { field: 'document', reason: 'has more than 262144 bytes' }
    const lengths = transport === 'TCP' ? [257, 261, 5_000] : [257, 261, 500]
    for (const [index, kibibytes] of lengths.entries())
      for (const qos of [0, 1, 2] as const) {
        const payload = `{"a":"${'x'.repeat(kibibytes * 1024)}"}`
        await client.publishAsync(telemetryTopic(lesiId), payload, { qos, retain: true })
        await publish(client, lesiId, { ts: Date.now() + index * 3 + qos, values: { a: 1 } })
        await eventually('the device got the reason', () => answers.length === index * 3 + qos + 1)
      }
    expect(answers.map((text) => JSON.parse(text) as object)).toEqual(
      Array.from({ length: 9 }, () => refused),
    )
    expect(await site.count(lesiId)).toBe(9)
    const listed = (await site.refusals(administrator)).filter((each) => each.lesiId === lesiId)
    expect(listed).toHaveLength(9)
    expect(listed[0]).toMatchObject({
      ...{ source: `MQTT ${telemetryTopic(lesiId)}`, ...refused },
      excerpt: expect.stringMatching(/^\{"a":"x+$/),
    })
    await client.endAsync()
  },
)

it('IN7 holds no message over the limit, and acknowledges none before its end', async () => {
  const before = residentMegabytes()
  const payload = Buffer.alloc(20 * 1024 * 1024, 'x')
  const senders = Array.from({ length: 6 }, async () => {
    const lesiId = await newDevice()
    const { socket, received } = await devices.openWire(lesiId)
    const packet = publishPacket(telemetryTopic(lesiId), payload, 1)
    socket.write(packet.subarray(0, -1))
    await eventually('most of it was read', () => socket.writableLength === 0)
    return { socket, received, last: packet.subarray(-1) }
  })
  const wires = await Promise.all(senders)
  expect(wires.map(({ received }) => received().length)).toEqual(wires.map(() => 4))
  expect(residentMegabytes() - before).toBeLessThan(80)
  for (const { socket, last } of wires) socket.write(last)
  await eventually('each PUBACK came', () => wires.every(({ received }) => received().length === 8))
  for (const { socket } of wires) socket.destroy()
})

it('IN7 a message that takes longer than the keep-alive does not end its connection', async () => {
  const lesiId = await newDevice()
  const wire = await devices.signInWire(lesiId, { keepAlive: 1 })
  // Ten of them come at the pace of a device, in two and a half seconds.
  wire.socket.write(publishPacket(telemetryTopic(lesiId), Buffer.alloc(14 * 1024 * 1024, 'x'), 1))
  await eventually('the PUBACK came', () => wire.received().length === 8)
  expect(wire.received().subarray(4)).toEqual(Buffer.from([0x40, 2, 0, 1]))
  wire.socket.destroy()
})

it('IN7 lists why a WebSocket message over its limit ends the connection', async () => {
  const lesiId = await newDevice()
  const webSocket = `${site.server.url.replace('http', 'ws')}/mqtt`
  const client = await site.connect(lesiId, {}, webSocket)
  client.on('error', () => undefined)
  const closed = endOf(client)
  client.publish(telemetryTopic(lesiId), 'x'.repeat(2 * 1024 * 1024), { qos: 1 })
  await closed
  await eventually('it is listed', async () =>
    (await site.refusals(administrator)).some(
      (each) => each.lesiId === lesiId && each.reason.startsWith('a WebSocket message is too long'),
    ),
  )
})

it('IN20 acknowledges what is refused for good, and stores what comes behind it', async () => {
  const [lesiId, other] = [await newDevice(), await newDevice()]
  const client = await site.connect(lesiId)
  const listening = await site.connect(other)
  const received: string[] = []
  listening.on('message', (_topic, payload) => received.push(payload.toString()))
  await listening.subscribeAsync(`warroom/v1/${other}/#`)
  for (const topic of [telemetryTopic(other), statusTopic(other), 'somewhere/else', '$SYS/refused'])
    for (const qos of [0, 1, 2] as const)
      await client.publishAsync(topic, document(1), { qos, retain: true })
  await client.publishAsync(telemetryTopic(lesiId), document(2), { qos: 1 })
  expect(await site.count(lesiId)).toBe(1)
  expect(await site.count(other)).toBe(0)
  expect(await devices.listed(lesiId)).toContain(
    `127.0.0.1 topic: ${telemetryTopic(other)} belongs to another device`,
  )
  await listening.publishAsync(telemetryTopic(other), document(3), { qos: 1 })
  await eventually('its own was delivered', () => received.length > 0)
  expect(received).toHaveLength(1)
  await Promise.all([client.endAsync(), listening.endAsync()])
})
