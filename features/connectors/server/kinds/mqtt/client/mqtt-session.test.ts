import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { Aedes } from 'aedes'
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { maximumMessageBytes } from '#kit/model/limits.ts'
import type { FetchedValue } from '#kit/server/devices/device-intake.ts'
import { firstCertificate, secondCertificate } from '#testing/certificates.ts'
import { eventually } from '#testing/eventually.ts'
import { freePort } from '#testing/peers/free-port.ts'
import { startMosquitto, type Mosquitto } from '#testing/peers/mosquitto.ts'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import { MqttSettings } from '../../../../contract/kinds/mqtt.ts'
import type { Connection, ConnectorHost } from '../../../driver.ts'
import { bytesOf, documents, tasmota, zigbee2mqtt } from '../testing/foreign-messages.ts'
import { SurveyResult } from '../../../../contract/kinds/mqtt/discovery.ts'
import { mqttDriver } from './driver.ts'

let broker: Mosquitto
beforeAll(async () => void (broker = await startMosquitto()))
afterAll(() => broker.close())

/** What a connector reports, and values that are stored when the test lets them. */
class Host implements ConnectorHost {
  readonly ending = new AbortController()
  readonly stored: string[] = []
  readonly statuses: string[] = []
  readonly refused: string[] = []
  readonly failures: (string | null)[] = []
  store: (lesiId: string) => Promise<void> = () => Promise.resolve()
  readonly signal = this.ending.signal

  async take(lesiId: string, values: readonly FetchedValue[]) {
    await this.store(lesiId)
    for (const { key, value, quality } of values)
      this.stored.push(
        `${lesiId} ${key}=${String(value)}${quality === 'good' ? '' : ` ${quality}`}`,
      )
    return { stored: values.length, refused: [] }
  }
  reportStatus(lesiId: string, status: string) {
    this.statuses.push(`${lesiId} ${status}`)
  }
  reportFailure(failure: { code: string; detail: string } | null) {
    this.failures.push(failure && `${failure.code}: ${failure.detail}`)
  }
  refuse(lesiId: string | null, { field, reason }: { field: string; reason: string }) {
    this.refused.push(`${lesiId ?? '–'} ${field}: ${reason}`)
  }
  reportProblems() {
    // Rules have no points.
  }
  log() {
    // Nobody reads it here.
  }
}

const plain = { topic: 'plant/{device}/{sensor}', payload: { format: 'plain' } }

function configuration(settings: object, secrets: Record<string, string> = {}) {
  return {
    settings: MqttSettings.parse({ url: broker.url, rules: [plain], ...settings }),
    secrets,
  }
}

async function start(
  settings: object = {},
  secrets: Record<string, string> = {},
  host = new Host(),
) {
  const connection: Connection = await mqttDriver.connect(configuration(settings, secrets), host)
  connection.ended.catch(() => undefined)
  onTestFinished(() => connection.close())
  return { host, connection }
}

async function publisher(options: IClientOptions = {}, url = broker.url): Promise<MqttClient> {
  const client = await connectAsync(url, { ...options, reconnectPeriod: 0 }, false)
  onTestFinished(() => client.endAsync(true))
  return client
}

it('FB30 messages become values by the first rule of their topic', async () => {
  const rules = [
    { topic: 'mill/{device}/info', payload: { format: 'ignored' } },
    { topic: 'mill/{device}/state', payload: { format: 'status', online: 'up', offline: 'down' } },
    { topic: 'mill/{device}/data', payload: { format: 'json' } },
    { topic: 'mill/{device}/{sensor}', payload: { format: 'plain' } },
    {
      topic: 'gw/+',
      payload: { format: 'expression', expression: '{"device": id, "values": {"t": t / 10}}' },
    },
  ]
  const { host } = await start({ rules, prefix: 'm-' })
  const client = await publisher()
  const messages = [
    ...[
      ['mill/press-1/info', 'x'],
      ['mill/press-1/state', 'up'],
      ['mill/press-1/temp', '21.5'],
    ],
    ...[
      ['mill/press-1/data', '{"a":{"b":2}}'],
      ['other/topic', '1'],
      ['gw/a', '{"id":"n-1","t":205}'],
    ],
    ...[
      ['mill/press-1/data', '{broken'],
      ['mill/press-1/last', 'true'],
    ],
  ]
  for (const [topic = '', payload = ''] of messages)
    await client.publishAsync(topic, payload, { qos: 1 })
  await eventually('all are stored', () => host.stored.length === 4)
  expect(host.stored.toSorted()).toEqual([
    ...['m-press-1 a.b=2', 'm-press-1 last=true', 'm-press-1 temp=21.5', 'n-1 t=20.5'],
  ])
  expect(host.statuses).toEqual(['m-press-1 online'])
  expect(host.refused).toEqual([
    expect.stringMatching(/^– document: mill\/press-1\/data: is not JSON/),
  ])
})

it('FB31 a message is acknowledged when it is stored: what was not comes again', async () => {
  const settings = { clientId: 'keeps', isPersistent: true }
  const first = await start(settings)
  const gate = Promise.withResolvers<void>()
  first.host.store = (lesiId) => (lesiId === 'press-1' ? gate.promise : Promise.resolve())
  const client = await publisher()
  await client.publishAsync('plant/press-1/n', '1', { qos: 1 })
  await client.publishAsync('plant/press-2/n', '5', { qos: 1 })
  await eventually('both are under way', () => first.host.stored.includes('press-2 n=5'))
  await first.connection.close()
  gate.resolve()
  await client.publishAsync('plant/press-1/n', '2', { qos: 1 })
  const second = await start(settings)
  const ofPress1 = () => second.host.stored.filter((each) => each.startsWith('press-1'))
  await eventually('both came', () => ofPress1().includes('press-1 n=2'))
  expect(ofPress1()).toEqual(['press-1 n=1', 'press-1 n=2'])
  await second.connection.close()
  const third = await start(settings)
  await client.publishAsync('plant/press-1/n', '3', { qos: 1 })
  await eventually('only the new one comes', () => third.host.stored.length > 0)
  expect(third.host.stored).toEqual(['press-1 n=3'])
  await third.connection.close()
  await (await connectAsync(broker.url, { clientId: 'keeps', clean: true })).endAsync()
})

it('FB32 a message that is too large is refused, and delays no other', async () => {
  const { host } = await start()
  const client = await publisher()
  const send = (topic: string, bytes: number) =>
    client.publishAsync(topic, Buffer.alloc(bytes, '1'), { qos: 1 })
  await send('plant/large/n', maximumMessageBytes)
  await send('plant/larger/n', 10 * 2 ** 20)
  await send('plant/small/n', 1)
  await eventually('the small one is stored', () => host.stored.includes('small n=1'))
  expect(host.refused).toEqual([
    expect.stringMatching(/^large .*plant\/large\/n: /),
    `– payload: plant/larger/n: has more than ${maximumMessageBytes} bytes`,
  ])
})

it('FB33 what a broker retained is taken once, as uncertain where it has no time', async () => {
  const rules = [plain, { topic: 'timed/{device}', payload: { format: 'json', time: 'ts' } }]
  const client = await publisher()
  const retain = { qos: 1, retain: true } as const
  await client.publishAsync('plant/retained/n', '1', retain)
  await client.publishAsync('timed/retained', JSON.stringify({ ts: Date.now(), n: 2 }), retain)
  const { host, connection } = await start({ rules })
  await eventually('both came', () => host.stored.length === 2)
  expect(host.stored.toSorted()).toEqual(['retained n=1 uncertain', 'retained n=2'])
  await connection.close()
  const again = await start({ rules })
  await client.publishAsync('plant/retained/n', '3', retain)
  await eventually('the new one came', () => again.host.stored.length > 0)
  expect(again.host.stored).toEqual(['retained n=3'])
  for (const topic of ['plant/retained/n', 'timed/retained'])
    await client.publishAsync(topic, '', retain)
})

it('FB34 clients of a shared group share the messages', async () => {
  const both = [await start({ sharedGroup: 'wall' }), await start({ sharedGroup: 'wall' })]
  const client = await publisher()
  for (let n = 0; n < 20; n++) await client.publishAsync('plant/press-1/n', String(n), { qos: 1 })
  const counts = () => both.map(({ host }) => host.stored.length)
  await eventually('all came', () => counts().reduce((sum, count) => sum + count) === 20)
  expect(Math.min(...counts())).toBeGreaterThan(0)
})

it('FB35 connects with TLS, a client certificate, and WebSocket; reports why not', async () => {
  const directory = temporaryDirectory()
  const file = (name: string, text: string) => {
    writeFileSync(join(directory, name), text)
    return join(directory, name)
  }
  const [tls, web] = [await freePort(), await freePort()]
  const guarded = await startMosquitto([
    ...[`listener ${tls} 127.0.0.1`, `cafile ${file('ca.pem', secondCertificate.certificate)}`],
    `certfile ${file('cert.pem', firstCertificate.certificate)}`,
    ...[`keyfile ${file('key.pem', firstCertificate.key)}`, 'require_certificate true'],
    ...[`listener ${web} 127.0.0.1`, 'protocol websockets'],
  ])
  onTestFinished(() => guarded.close())
  const own = { certificate: secondCertificate.certificate }
  const secure = { url: `mqtts://localhost:${tls}`, authorities: firstCertificate.certificate }
  const key = { privateKey: secondCertificate.key }
  const { host } = await start({ ...secure, ...own }, key)
  const overWeb = await start({ url: `ws://127.0.0.1:${web}`, protocolVersion: 4 })
  const client = await publisher({}, guarded.url)
  await client.publishAsync('plant/press-1/n', '1', { qos: 1 })
  await eventually(
    'both have it',
    () => host.stored.length === 1 && overWeb.host.stored.length === 1,
  )
  await expect(start({ ...secure, authorities: '', ...own }, key)).rejects.toMatchObject({
    code: 'certificate_refused',
  })
  const port = await freePort()
  await expect(start({ url: `mqtt://127.0.0.1:${port}` })).rejects.toMatchObject({
    code: 'connection_refused',
  })
})

/** A broker that asks for a name and password, and refuses what the test says. */
async function strictBroker(isAllowed: (topic: string) => boolean) {
  const aedes = await Aedes.createBroker({
    authenticate: (_client, name, password, done) =>
      name === 'reader' && password?.toString() === 'secret'
        ? done(null, true)
        : done(Object.assign(new Error('no'), { returnCode: 5 }), false),
    authorizeSubscribe: (_client, subscription, done) =>
      done(null, isAllowed(subscription.topic) ? subscription : null),
  })
  const server = createServer(aedes.handle).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  onTestFinished(() => new Promise<void>((resolve) => aedes.close(resolve)))
  await once(server, 'listening')
  const address = server.address()
  return `mqtt://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

it('FB36 refused topics are noticed while others go on; a wrong password ends it', async () => {
  const url = await strictBroker((topic) => topic.startsWith('plant/'))
  const rules = [plain, { topic: 'secret/{device}/{sensor}', payload: { format: 'plain' } }]
  const { host } = await start({ url, rules, username: 'reader' }, { password: 'secret' })
  expect(host.failures).toEqual(['not_permitted: was refused the subscription to secret/+/+'])
  const client = await publisher({ username: 'reader', password: 'secret' }, url)
  await client.publishAsync('plant/press-1/n', '1', { qos: 1 })
  await eventually('it is stored', () => host.stored.length === 1)
  const wrong = start({ url, rules, username: 'reader' }, { password: 'wrong' })
  await expect(wrong).rejects.toMatchObject({ code: 'sign_in_refused' })
})

it('FB37 reports a lost connection when the broker ends', async () => {
  const passing = await startMosquitto()
  onTestFinished(() => passing.close())
  const { connection } = await start({ url: passing.url })
  await passing.stop()
  await expect(connection.ended).rejects.toMatchObject({ code: 'connection_lost' })
})

it('FB38 a look at a broker gives its topics, proposals and what they would give', async () => {
  const client = await publisher()
  const messages = [...zigbee2mqtt, ...tasmota, ...documents].filter(
    ([topic]) => !topic.startsWith('$'),
  )
  const retain = { qos: 1, retain: true } as const
  for (const [topic, payload] of messages)
    await client.publishAsync(topic, bytesOf(payload), retain)
  const { signal } = new AbortController()
  const request = { action: 'survey', filter: '#', seconds: 1 }
  const found = SurveyResult.parse(
    await mqttDriver.browse?.(configuration({ rules: [] }), request, signal),
  )
  expect([found.topicCount, found.leftOut]).toEqual([messages.length, 0])
  expect(found.topics.find(({ topic }) => topic === 'zigbee2mqtt/hall')).toMatchObject({
    ...{ isRetained: true, kind: 'json', messages: 1 },
    sample: '{"temperature":27.34,"humidity":44.72,"linkquality":105}',
  })
  const formats = found.proposals.map(({ proposal, preview }) => {
    const { deviceCount, sensorCount, problemCount } = preview
    return `${proposal.format} ${deviceCount} ${sensorCount} ${problemCount}`
  })
  expect(formats).toEqual([
    ...['sparkplug 0 0 0', 'zigbee2mqtt 2 5 0', 'tasmota 2 10 0', 'senml 1 1 0'],
    ...['telegraf 1 1 0', 'json 2 2 0', 'plain 2 3 0', 'plain 1 1 0'],
  ])
  const rules = found.proposals.flatMap(({ proposal }) => proposal.rules)
  const preview = {
    action: 'preview',
    rules,
    messages: [{ topic: 'zigbee2mqtt/hall', payload: 'x' }],
  }
  expect(await mqttDriver.browse?.(configuration({ rules: [] }), preview, signal)).toMatchObject({
    ...{ deviceCount: 0, problems: [{ topic: 'zigbee2mqtt/hall', field: 'document' }] },
  })
  for (const [topic] of messages) await client.publishAsync(topic, '', retain)
})
