import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import { expect, it, onTestFinished } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { startMosquitto } from '#testing/peers/mosquitto.ts'
import { devices } from '#testing/sites/shared-device-site.ts'
import { startSite } from '#testing/sites/site.ts'
import { lesiIdOfDevice } from './sparkplug-topics.ts'
import { readPayload, writePayload, type Metric } from './payload-schema.ts'

const { site, administrator, listed } = devices

interface EdgeNode {
  readonly client: MqttClient
  /** Rebirths that the host has asked for. */
  readonly rebirths: () => number
  /** The states of hosts that came: topic and text. */
  readonly states: ReadonlyMap<string, string>
  readonly publish: (kind: string, seq: number, metrics: readonly Metric[]) => Promise<unknown>
}

/** An edge node of group G, as the protocol asks for it. */
async function edgeNode(url: string, name: string, options: IClientOptions): Promise<EdgeNode> {
  const topic = (kind: string) => `spBv1.0/G/${kind.replace('/', `/${name}/`)}${end(kind, name)}`
  const death = { metrics: [{ name: 'bdSeq', datatype: 8, longValue: 0 }] }
  const will = {
    topic: topic('NDEATH'),
    payload: writePayload(death),
    qos: 0,
    retain: false,
  } as const
  const client = await connectAsync(url, { ...options, will, reconnectPeriod: 0 }, false)
  onTestFinished(() => client.endAsync(true))
  let rebirths = 0
  const states = new Map<string, string>()
  client.on('message', (received, payload) => {
    if (received.includes('STATE/')) states.set(received, payload.toString())
    else if (readPayload(payload).metrics?.[0]?.name === 'Node Control/Rebirth') rebirths++
  })
  await client.subscribeAsync([`spBv1.0/G/NCMD/${name}/#`, 'spBv1.0/STATE/+', 'STATE/+'])
  return {
    ...{ client, states, rebirths: () => rebirths },
    publish: (kind, seq, metrics) =>
      client.publishAsync(topic(kind), writePayload({ timestamp: Date.now(), seq, metrics }), {
        qos: 1,
      }),
  }
}

const end = (kind: string, name: string) => (kind.includes('/') ? '' : `/${name}`)
const metric = (alias: number, doubleValue: number, name?: string): Metric => ({
  ...{ alias, doubleValue, datatype: 10 },
  ...(name === undefined ? {} : { name }),
})

async function statusOf(lesiId: string): Promise<string | undefined> {
  const path = '/api/scada/shadow-lambda/things'
  const { data } = await administrator.json<{ data: { lesiId: string; status: string }[] }>(
    ...(['POST', path] as const),
  )
  return data.find((thing) => thing.lesiId === lesiId)?.status
}

it('IN51 IN56 an edge node and its devices become devices, until the node dies', async () => {
  await site.addDevice('G--N1')
  const credentials = { username: 'G--N1', password: site.tokenOf('G--N1') }
  const node = await edgeNode(site.server.mqttUrl, 'N1', credentials)
  await eventually('the host reported that it is there', () => node.states.size === 2)
  expect(node.states.get('STATE/warroom')).toBe('ONLINE')
  expect(JSON.parse(node.states.get('spBv1.0/STATE/warroom') ?? '')).toEqual({
    ...{ online: true, timestamp: expect.any(Number) },
  })
  await node.publish('NBIRTH', 0, [metric(1, 1, 'load')])
  await node.publish('DBIRTH/pump 1', 1, [metric(2, 5, 'flow'), metric(3, 6, 'temp')])
  await node.publish('DDATA/pump 1', 2, [metric(2, 7)])
  const pump = lesiIdOfDevice('G--N1', 'pump 1')
  expect([await site.count('G--N1'), await site.count(pump)]).toEqual([1, 3])
  expect([await statusOf('G--N1'), await statusOf(pump)]).toEqual(['online', 'online'])
  // A message is missing.
  await node.publish('DDATA/pump 1', 4, [metric(2, 8)])
  await eventually('the host asked for a rebirth', () => node.rebirths() === 1)
  expect(await site.count(pump)).toBe(3)
  node.client.stream.destroy()
  await eventually('both are off line', async () =>
    [await statusOf('G--N1'), await statusOf(pump)].every((status) => status === 'offline'),
  )
})

it('IN103 a new sensor has the unit that its metric names, whatever comes after', async () => {
  await site.addDevice('G--N5')
  const credentials = { username: 'G--N5', password: site.tokenOf('G--N5') }
  const node = await edgeNode(site.server.mqttUrl, 'N5', credentials)
  const properties = { keys: ['engUnit'], values: [{ type: 12, stringValue: ' kg/m³ ' }] }
  const start = Date.now() - 10_000
  const births = [metric(1, 1.5, 'Line/Density'), { ...metric(2, 1, 'Late'), isNull: true }]
  const named = births.map((each) => ({ ...each, properties, timestamp: start }))
  await node.publish('NBIRTH', 0, named)
  for (let seq = 1; seq <= 5; seq++)
    await node.publish(
      'NDATA',
      seq,
      [1, 2].map((alias) => ({ ...metric(alias, 1.25 * seq), timestamp: start + seq * 1_000 })),
    )
  const sensors = async () =>
    (
      await administrator.json<{ data: { lesiId: string; unit: string; intervalMs: number }[] }>(
        ...(['GET', '/api/sensors'] as const),
      )
    ).data.filter(({ lesiId }) => lesiId === 'G--N5')
  // Once more is there than a name and a first value, it is proposed again.
  await expect
    .poll(async () => (await sensors()).map(({ unit, intervalMs }) => [unit, intervalMs]))
    .toEqual([
      ['kg/m³', 1_000],
      ['kg/m³', 1_000],
    ])
})

it('IN135 a unit that ends with a NUL refuses no value, nor does a control character', async () => {
  await site.addDevice('G--N7')
  const credentials = { username: 'G--N7', password: site.tokenOf('G--N7') }
  const node = await edgeNode(site.server.mqttUrl, 'N7', credentials)
  const metrics = ['bar\0\0', '\0', 'b\u0001r'].map((stringValue, index) => ({
    ...metric(index, index, `Pressure ${index}`),
    properties: { keys: ['engUnit'], values: [{ type: 12, stringValue }] },
  }))
  await node.publish('NBIRTH', 0, metrics)
  expect(await site.count('G--N7')).toBe(3)
  const { data } = await administrator.json<{ data: { lesiId: string; unit: string }[] }>(
    ...(['GET', '/api/sensors'] as const),
  )
  const units = data.filter(({ lesiId }) => lesiId === 'G--N7').map(({ unit }) => unit)
  expect(units).toEqual(['bar', '', ''])
})

it('IN50 an edge node publishes for itself alone, whatever group and name it claims', async () => {
  await site.addDevice('G--N2')
  const credentials = { username: 'G--N2', password: site.tokenOf('G--N2') }
  await expect(edgeNode(site.server.mqttUrl, 'N1', credentials)).rejects.toThrow('Subscribe error')
  const client = await site.connect('G--N2')
  await client.publishAsync('spBv1.0/G/NBIRTH/N1', writePayload({ seq: 0 }), { qos: 1 })
  await client.endAsync()
  expect((await listed('G--N2'))[0]).toContain('belongs to another device')
  expect(await site.count('G--N2')).toBe(0)
})

it('IN56 is the host at an external broker, when it has a name there', async () => {
  const broker = await startMosquitto()
  onTestFinished(() => broker.close())
  const other = await startSite({ MQTT_URL: broker.url, SPARKPLUG_HOST_ID: 'plant' })
  onTestFinished(() => other.close())
  await other.addDevice('G--N3')
  const node = await edgeNode(broker.url, 'N3', {})
  await eventually('the host reported that it is there', () => node.states.size === 2)
  await node.publish('NDATA', 7, [metric(1, 1)])
  await eventually('the host asked for a rebirth', () => node.rebirths() === 1)
  await node.publish('NBIRTH', 0, [metric(1, 1, 'load')])
  await node.publish('NDATA', 1, [metric(1, 2)])
  await eventually('the values are stored', async () => (await other.count('G--N3')) === 2)
  await other.server.stop()
  await eventually('the host is offline', () => node.states.get('STATE/plant') === 'OFFLINE')
  expect(node.states.get('spBv1.0/STATE/plant')).toContain('"online":false')
})

it('IN56 says again that it is there when somebody says otherwise', async () => {
  const broker = await startMosquitto()
  onTestFinished(() => broker.close())
  const other = await startSite({ MQTT_URL: broker.url, SPARKPLUG_HOST_ID: 'plant' })
  onTestFinished(() => other.close())
  const node = await edgeNode(broker.url, 'N4', {})
  await eventually('the host reported that it is there', () => node.states.size === 2)
  for (const [topic, text] of [
    ['spBv1.0/STATE/plant', '{"online":false,"timestamp":1}'],
    ['STATE/plant', 'OFFLINE'],
  ] as const) {
    const before = node.states.get(topic)
    const came: string[] = []
    node.client.on('message', (name, payload) => {
      if (name === topic) came.push(String(payload))
    })
    await node.client.publishAsync(topic, text, { qos: 1, retain: true })
    await eventually('it said so', () => came.length === 2)
    expect(came).toEqual([text, before])
  }
  await other.server.stop()
  await eventually('it has gone', () => node.states.get('STATE/plant') === 'OFFLINE')
  expect(node.states.get('spBv1.0/STATE/plant')).toContain('"online":false')
})
