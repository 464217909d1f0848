import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { startMosquitto, type Mosquitto } from '#testing/peers/mosquitto.ts'
import { RecordingHost } from '#testing/peers/recording-host.ts'
import { MqttSettings } from '../../../../contract/kinds/mqtt.ts'
import { mqttDriver } from './driver.ts'

const retain = { qos: 1, retain: true } as const
let broker: Mosquitto
let client: MqttClient
beforeAll(async () => {
  broker = await startMosquitto()
  client = await connectAsync(broker.url, { reconnectPeriod: 0 }, false)
})
afterAll(async () => {
  await client.endAsync(true)
  await broker.close()
})

async function start(rule: object, host = new RecordingHost(), own: object = {}) {
  const settings = MqttSettings.parse({ url: broker.url, rules: [rule], ...own })
  const connection = await mqttDriver.connect({ settings, secrets: {} }, host)
  connection.ended.catch(() => undefined)
  onTestFinished(() => connection.close())
  return { host, connection }
}
const valuesOf = ({ taken }: RecordingHost) => taken.map(({ key, value }) => `${key}=${value}`)
const fieldRule = (topic: string, path: string) => ({
  ...{ topic, device: 'press-1' },
  payload: { format: 'json', fields: [{ path, key: 'n' }] },
})

it('FB41 a message that cannot be understood holds up none behind it', async () => {
  const { host } = await start({ topic: 'metrics', payload: { format: 'telegraf' } })
  const metric = { name: 'm', fields: { x: 1 }, tags: { host: 'press-1' } }
  const odd = { ...metric, tags: { ...metric.tags, odd: { toString: 1 } } }
  for (const each of [odd, metric])
    await client.publishAsync('metrics', JSON.stringify(each), { qos: 1 })
  await eventually('the one behind it is stored', () => host.taken.length > 0)
  expect(host.refusals).toHaveLength(1)
})

it('FB42 what was retained, and not stored when the connection was lost, comes again', async () => {
  await client.publishAsync('unstored', '{"n":1}', retain)
  const waiting = new RecordingHost()
  const gate = Promise.withResolvers<void>()
  waiting.gate = gate.promise
  let isAsked = false
  const take = waiting.take.bind(waiting)
  waiting.take = (...values) => {
    isAsked = true
    return take(...values)
  }
  const first = await start(fieldRule('unstored', 'n'), waiting)
  await eventually('it is under way', () => isAsked)
  gate.reject(new Error('the connection ends'))
  await first.connection.close()
  const { host } = await start(fieldRule('unstored', 'n'))
  await eventually('it is stored', () => host.taken.length > 0)
  expect(valuesOf(host)).toEqual(['n=1'])
})

it('FB42 what was retained is taken again by a rule that was changed', async () => {
  await client.publishAsync('corrected', '{"value":{"n":5}}', retain)
  await client.publishAsync('corrected/end', '{"n":1}', retain)
  const wrong = await start(fieldRule('corrected/#', 'n'))
  await eventually('all has come', () => wrong.host.taken.length > 0)
  await wrong.connection.close()
  const { host } = await start(fieldRule('corrected/#', 'value.n'))
  await eventually('it is stored', () => host.taken.length > 0)
  expect(valuesOf(host)).toEqual(['n=5'])
})

it('FB43 what a rule says of a sensor counts for its first value, after none too', async () => {
  const rule = fieldRule('hinted', 'n')
  const hint = { unit: '°C', type: null }
  const { host } = await start({ ...rule, hints: [{ key: 'n', ...hint }] })
  for (const value of [null, 20, 21])
    await client.publishAsync('hinted', JSON.stringify({ n: value }), { qos: 1 })
  await eventually('all are stored', () => host.taken.length === 3)
  const hinted = host.taken.filter(({ value }) => value !== null).map((each) => each.hint)
  expect(hinted[0]).toEqual(hint)
})

it.each([
  ['a new session', {}],
  ['one that the broker has', { clientId: 'states', isPersistent: true }],
])('CN61 what was retained of a state counts at each connection: %s', async (name, own) => {
  const topic = `states/${name.length}`
  await client.publishAsync(topic, 'up', retain)
  const payload = { format: 'status', online: 'up', offline: 'down' }
  const rule = { topic, device: 'door-1', payload }
  for (let connections = 0; connections < 2; connections++) {
    const { host, connection } = await start(rule, new RecordingHost(), own)
    await expect.poll(() => host.statuses, { timeout: 15_000 }).toEqual([['door-1', 'online']])
    await connection.close()
  }
})
