import { connectAsync } from 'mqtt'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import {
  readPayload,
  writePayload,
  type Metric,
} from '#features/ingest/server/sparkplug/payload-schema.ts'
import { plainNumber } from '#features/ingest/server/sparkplug/numbers.ts'
import { eventually } from '#testing/eventually.ts'
import { allowCommands, asked, outcomeOf, send, targetsOf } from '#testing/sites/command-site.ts'
import { startSite } from '#testing/sites/site.ts'

const site = await startSite({ COMMAND_ANSWER_SECONDS: '2' })
const administrator = await site.signIn('admin@example.test', 'admin')
afterAll(() => site.close())

const node = 'G--N1'
const pump = 'G--N1--pump'
const setpoint = { name: 'setpoint', alias: 5, datatype: 9, floatValue: 20 }

/** An edge node with a device behind it, and what it received: `topic metric`. */
async function edgeNode(name = 'N1') {
  const username = `G--${name}`
  await site.addDevice(username)
  const client = await connectAsync(site.server.mqttUrl, {
    ...{ username, password: site.tokenOf(username), reconnectPeriod: 0 },
  })
  onTestFinished(() => client.endAsync(true))
  const commands: (readonly [topic: string, metric: Metric])[] = []
  client.on('message', (topic, payload) => {
    const [metric] = readPayload(payload).metrics ?? []
    if (metric) commands.push([topic, metric])
  })
  await client.subscribeAsync(['NCMD', 'DCMD'].map((kind) => `spBv1.0/G/${kind}/${name}/#`))
  let seq = -1
  const publish = (topic: string, metrics: readonly Metric[]) => {
    seq = topic.startsWith('NBIRTH') ? 0 : (seq + 1) % 256
    const payload = writePayload({ timestamp: Date.now(), seq, metrics })
    return client.publishAsync(`spBv1.0/G/${topic}`, payload, { qos: 1 })
  }
  const birth = async () => {
    await publish('NBIRTH/N1', [{ name: 'bdSeq', datatype: 8, longValue: 0 }])
    const properties = {
      keys: ['engUnit', 'engHigh'],
      values: [
        { type: 12, stringValue: '°C' },
        { type: 10, doubleValue: 90 },
      ],
    }
    await publish('DBIRTH/N1/pump', [
      { ...setpoint, properties },
      { name: 'enabled', datatype: 11, booleanValue: false },
      { name: 'Device Control/Reset', datatype: 11, booleanValue: false },
    ])
  }
  return { client, commands, publish, birth }
}

const command = (target: string, value: unknown) => asked(value, { protocol: 'sparkplug', target })

it('CM14 metrics of the last birth are written; done when they come back', async () => {
  const { client, commands, publish, birth } = await edgeNode()
  await birth()
  for (const lesiId of [node, pump]) await allowCommands(administrator, lesiId, [])
  expect(await targetsOf(administrator, pump)).toMatchObject([
    { id: 'Device Control/Reset', type: 'trigger' },
    { id: 'enabled', type: 'boolean', current: false, readiness: 'ready' },
    { id: 'setpoint', type: 'number', unit: '°C', maximum: 90, current: 20 },
  ])
  const written = command('setpoint', 21.4)
  await send(administrator, pump, written)
  await eventually('it came', () => commands.length === 1)
  const [topic, metric] = commands[0] ?? ['', {}]
  expect([topic, metric.name, plainNumber(metric.alias)]).toEqual([
    ...['spBv1.0/G/DCMD/N1/pump', undefined, 5],
  ])
  await publish('DDATA/N1/pump', [{ alias: 5, floatValue: 20 }])
  await publish('DDATA/N1/pump', [{ alias: 5, floatValue: 21.4 }])
  expect((await outcomeOf(administrator, pump, written.id)).outcome).toBe('done')

  const silent = command('enabled', true)
  await send(administrator, pump, silent)
  await eventually('it came, by its name', () => commands.at(-1)?.[1].name === 'enabled')
  const before = { name: 'enabled', datatype: 11, booleanValue: true, isHistorical: true }
  await publish('DDATA/N1/pump', [before])
  expect((await outcomeOf(administrator, pump, silent.id)).outcome).toBe('unanswered')

  expect((await targetsOf(administrator, node)).map(({ id }) => id)).toEqual([
    'Node Control/Rebirth',
  ])
  const rebirth = command('Node Control/Rebirth', true)
  await send(administrator, node, rebirth)
  await eventually('it came', () => commands.at(-1)?.[1].name === 'Node Control/Rebirth')
  await birth()
  expect((await outcomeOf(administrator, node, rebirth.id)).outcome).toBe('done')

  await client.unsubscribeAsync('spBv1.0/G/DCMD/N1/#')
  const deaf = command('setpoint', 30)
  await send(administrator, pump, deaf)
  expect((await outcomeOf(administrator, pump, deaf.id)).outcome).toBe('not-listening')
  await publish('NDEATH/N1', [{ name: 'bdSeq', datatype: 8, longValue: 0 }])
  expect(await targetsOf(administrator, pump)).toEqual([])
  const gone = await send(administrator, pump, command('setpoint', 31))
  expect([gone.status, (await gone.json()).reasons.target[0].code]).toEqual([422, 'unknown_target'])
})

it('CM17 a metric whose unit ends with a NUL is commanded', async () => {
  const { commands, publish } = await edgeNode('N2')
  await publish('NBIRTH/N2', [{ name: 'bdSeq', datatype: 8, longValue: 0 }])
  const properties = { keys: ['engUnit'], values: [{ type: 12, stringValue: 'bar\0' }] }
  const pressure = { name: 'pressure', alias: 9, datatype: 9, floatValue: 2, properties }
  await publish('DBIRTH/N2/press', [pressure])
  const press = 'G--N2--press'
  await allowCommands(administrator, press, [])
  expect(await targetsOf(administrator, press)).toMatchObject([{ id: 'pressure', unit: 'bar' }])
  const sent = command('pressure', 3)
  expect((await send(administrator, press, sent)).status).toBe(200)
  await eventually('it came', () => commands.length === 1)
  await publish('DDATA/N2/press', [{ alias: 9, floatValue: 3 }])
  expect((await outcomeOf(administrator, press, sent.id)).outcome).toBe('done')
})
