import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { startSite } from '#testing/site.ts'
import { SteadyPublisher } from '#testing/steady-publisher.ts'
import { startBrokerBridge } from './broker-bridge.ts'
import type { DeviceMessages } from './device-messages.ts'

const startTime = Date.UTC(2026, 0, 1)
const logger = pino({ level: 'silent' })
let broker: ChildProcess
let directory: string
let url: string

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'warroom-mosquitto-'))
  const port = await freePort()
  url = `mqtt://127.0.0.1:${port}`
  const settings = [
    `listener ${port} 127.0.0.1`,
    'allow_anonymous true',
    'max_queued_messages 0',
    'persistence false',
    'log_type none',
  ]
  writeFileSync(join(directory, 'mosquitto.conf'), `${settings.join('\n')}\n`)
  const path = `${process.env['PATH'] ?? ''}:/usr/sbin:/usr/local/sbin`
  broker = spawn('mosquitto', ['-c', join(directory, 'mosquitto.conf')], { stdio: 'ignore', env: { ...process.env, PATH: path } })
  await new Promise<void>((resolve, reject) => {
    broker.once('spawn', resolve)
    broker.once('error', () => reject(new Error('mosquitto is missing: apt-get install mosquitto')))
  })
  await eventually('mosquitto answers', () =>
    connectAsync(url, { reconnectPeriod: 0 }, false).then(
      (client) => client.endAsync().then(() => true),
      () => false,
    ),
  )
})
afterAll(() => {
  broker.kill()
  rmSync(directory, { recursive: true, force: true })
})

it('IN11 leaves a message that could not be stored to the broker, which sends it again', async () => {
  const received: string[] = []
  let failing = true
  const messages = {
    async receive(_topic: unknown, payload: Buffer) {
      received.push(payload.toString())
      if (failing) throw new Error('the disk is full')
      return { problems: payload.toString() === 'bad' ? [{ field: 'document', reason: 'is not JSON' }] : [] }
    },
  } as unknown as DeviceMessages
  const bridge = await startBrokerBridge({ url, identity: 'unit', connections: 1 }, messages, logger)
  onTestFinished(async () => {
    await bridge.close()
    // A session that is away keeps its share of what comes: this one is retired.
    await (await connectAsync(url, { clientId: 'warroom-unit-0', clean: true })).endAsync()
  })
  const device = await connectAsync(url)
  onTestFinished(() => device.endAsync())
  const told: string[] = []
  await device.subscribeAsync('warroom/v1/pump-1/refused')
  device.on('message', (_topic, payload) => told.push(payload.toString()))
  await device.publishAsync('warroom/v1/pump-1/telemetry', 'first', { qos: 1 })
  await device.publishAsync('warroom/v1/pump-1/telemetry', 'second', { qos: 1 })
  await eventually('the message came again', () => received.filter((text) => text === 'first').length > 1)
  expect(received).not.toContain('second')
  failing = false
  await eventually('both were taken', () => received.at(-1) === 'second')
  const count = received.length
  await device.publishAsync('warroom/v1/pump-1/telemetry', 'bad', { qos: 1 })
  await eventually('the device was told', () => told.length === 1)
  expect(JSON.parse(told[0] ?? '')).toEqual({ field: 'document', reason: 'is not JSON' })
  expect(received).toHaveLength(count + 1)
})

it('IN11 takes again what it had in hand when it was killed, and what came while it was away', async () => {
  const site = await startSite({ MQTT_URL: url })
  onTestFinished(() => site.close())
  await site.addDevice('pump-1')
  const publisher = new SteadyPublisher('pump-1', { keys: 5, startTime, window: 200 })
  const device = await connectAsync(url)
  onTestFinished(() => device.endAsync())
  const running = publisher.run(device, 1_500)
  await eventually('the server has stored some', async () => (await site.count('pump-1')) > 200)
  site.server.kill('SIGKILL')
  await site.server.ended
  await running
  expect(publisher.acknowledged).toBe(1_500)
  await site.restart()
  await eventually('everything is stored', async () => (await site.count('pump-1')) >= 7_500)
  expect(await site.count('pump-1')).toBe(7_500)
  expect(await site.server.stop()).toBe(0)
  // What comes during an orderly stop waits as well.
  await publisher.run(device, 1_600)
  await site.restart()
  await eventually('the rest is stored', async () => (await site.count('pump-1')) === 8_000)
}, 60_000)

it('IN11 says what is wrong when the broker cannot be reached', async () => {
  const nowhere = `mqtt://127.0.0.1:${await freePort()}`
  await expect(startBrokerBridge({ url: nowhere, identity: 'x', connections: 2 }, {} as DeviceMessages, logger)).rejects.toThrow(
    /MQTT_URL.*ECONNREFUSED/,
  )
})
