import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectAsync, type MqttClient } from 'mqtt'
import { expect, it, onTestFinished } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { startMosquitto, type Mosquitto } from '#testing/peers/mosquitto.ts'
import { startSite, type Site } from '#testing/sites/site.ts'
import { SteadyPublisher } from '#testing/peers/steady-publisher.ts'
import { reachableDirectory } from '#testing/temporary-directory.ts'

/** Yesterday: nothing of it expires while it is looked at. */
const startTime = Date.now() - 86_400_000

async function brokerOf(settings: readonly string[] = []): Promise<Mosquitto> {
  const broker = await startMosquitto(settings)
  onTestFinished(() => broker.close())
  return broker
}

async function siteAt(broker: Mosquitto, directory?: string): Promise<Site> {
  const site = await startSite({ MQTT_URL: broker.url }, directory)
  onTestFinished(() => site.close())
  return site
}

async function device(broker: Mosquitto): Promise<MqttClient> {
  const client = await connectAsync(broker.url, { reconnectPeriod: 0 }, false)
  onTestFinished(() => client.endAsync(true))
  return client
}

/** Rules of mosquitto's dynamic security for whoever has no name. */
function allowSubscriptions(file: string, subscribe: boolean): void {
  const defaultACLAccess = {
    publishClientSend: true,
    publishClientReceive: true,
    subscribe,
    unsubscribe: true,
  }
  writeFileSync(file, JSON.stringify({ defaultACLAccess, clients: [], groups: [], roles: [] }))
}

const ready = async (site: Site) => (await fetch(`${site.server.url}/api/ready`)).status

it('IN11 takes what it had in hand when killed, and what came meanwhile', async () => {
  const broker = await brokerOf()
  const site = await startSite({ MQTT_URL: broker.url.replace('//', '//server:secret@') })
  onTestFinished(() => site.close())
  expect(site.server.output()).toContain(`MQTT:              ${broker.url}\n`)
  await site.addDevice('pump-1')
  const publisher = new SteadyPublisher('pump-1', { keys: 5, startTime, window: 200 })
  const running = publisher.run(await device(broker), 1_500)
  await eventually('the server has stored some', async () => (await site.count('pump-1')) > 200)
  site.server.kill('SIGKILL')
  await site.server.ended
  await running
  expect(publisher.acknowledged).toBe(1_500)
  // The broker goes with what it has, and comes back before the server.
  await broker.stop()
  await broker.start()
  await publisher.run(await device(broker), 1_600)
  await site.restart()
  await eventually('everything is stored', async () => (await site.count('pump-1')) >= 8_000)
  expect(await site.count('pump-1')).toBe(8_000)
  // The broker goes under the running server, and while it is away the server goes, too.
  await broker.stop()
  await eventually('the server notices', async () => (await ready(site)) === 503)
  expect(await site.server.stop()).toBe(0)
  await site.restart()
  expect(await (await fetch(`${site.server.url}/api/ready`)).text()).toContain(
    `broker ${broker.url} is not connected`,
  )
  await broker.start()
  await publisher.run(await device(broker), 1_700)
  await eventually('the server is ready again', async () => (await ready(site)) === 200)
  await eventually('the rest is stored', async () => (await site.count('pump-1')) >= 8_500)
  expect(await site.count('pump-1')).toBe(8_500)
})

it('IN11 what waits for an installation that was moved is taken by it', async () => {
  const broker = await brokerOf()
  const site = await startSite({ MQTT_URL: broker.url })
  await site.addDevice('pump-1')
  expect(await site.server.stop()).toBe(0)
  const publisher = new SteadyPublisher('pump-1', { keys: 1, startTime, window: 100 })
  await publisher.run(await device(broker), 300)
  const moved = join(reachableDirectory(), 'data')
  // With owners, which PostgreSQL insists on.
  execFileSync('cp', ['-a', site.directory, moved])
  rmSync(site.directory, { recursive: true })
  const there = await siteAt(broker, moved)
  await eventually('all are stored', async () => (await there.count('pump-1')) >= 300)
  expect(await there.count('pump-1')).toBe(300)
})

it('EB2 a subscription that mosquitto refuses is not ready, until it is granted', async () => {
  const directory = reachableDirectory()
  const file = join(directory, 'dynamic-security.json')
  const plugin = '/usr/lib/x86_64-linux-gnu/mosquitto_dynamic_security.so'
  allowSubscriptions(file, false)
  const broker = await brokerOf([`plugin ${plugin}`, `plugin_opt_config_file ${file}`])
  const site = await siteAt(broker)
  await site.addDevice('pump-1')
  const answer = await fetch(`${site.server.url}/api/ready`)
  expect({ status: answer.status, text: await answer.text() }).toEqual({
    status: 503,
    text: expect.stringContaining(
      'was refused the subscription to warroom/v1/+/telemetry and warroom/v1/+/status',
    ),
  })
  await broker.stop()
  allowSubscriptions(file, true)
  await broker.start([`plugin ${plugin}`, `plugin_opt_config_file ${file}`])
  await eventually('it is ready', async () => (await ready(site)) === 200)
  const publisher = new SteadyPublisher('pump-1', { keys: 1, startTime, window: 10 })
  await publisher.run(await device(broker), 10)
  await eventually('all are stored', async () => (await site.count('pump-1')) === 10)
})
