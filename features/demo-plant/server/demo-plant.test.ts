import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { Aedes } from 'aedes'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { isAlive } from '#testing/is-alive.ts'
import { plant } from '../contract/plant.ts'
import { simulatePlant } from '../contract/simulation.ts'
import { DeviceLink } from './device-link.ts'
import { startDemoPlant, type DemoPlant, type DemoPlantOptions } from './index.ts'
import type { StartRequest } from './messages.ts'

const seed = 3
const devices = plant.map(({ lesiId }) => ({ lesiId, token: `token of ${lesiId}` }))
const quiet = { info: () => undefined, warn: () => undefined }

/** A real broker that records what it receives. */
interface Broker {
  readonly url: string
  readonly port: number
  readonly statuses: Map<string, string[]>
  readonly readings: { lesiId: string; key: string; time: number; value: unknown }[]
  readonly passwords: Map<string, string>
  close(): Promise<void>
}

async function startBroker(port = 0): Promise<Broker> {
  const aedes = await Aedes.createBroker()
  const server: Server = createServer((socket) => aedes.handle(socket))
  const statuses: Broker['statuses'] = new Map()
  const readings: Broker['readings'] = []
  const passwords: Broker['passwords'] = new Map()
  aedes.authenticate = (_client, username, password, done) => {
    passwords.set(String(username), String(password))
    done(null, true)
  }
  aedes.on('publish', ({ topic, payload, retain }, client) => {
    const [, , lesiId = '', kind] = topic.split('/')
    if (kind === 'status' && retain)
      statuses.set(lesiId, [...(statuses.get(lesiId) ?? []), String(payload)])
    if (kind !== 'telemetry' || !client) return
    const document: unknown = JSON.parse(String(payload))
    for (const { ts, values } of (Array.isArray(document) ? document : [document]) as {
      ts: number
      values: object
    }[]) {
      for (const [key, raw] of Object.entries(values) as [string, unknown][]) {
        const value = typeof raw === 'object' && raw !== null && 'v' in raw ? raw.v : raw
        readings.push({ lesiId, key, time: ts, value })
      }
    }
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: opened } = server.address() as AddressInfo
  return {
    url: `mqtt://127.0.0.1:${opened}`,
    port: opened,
    statuses,
    readings,
    passwords,
    close: async () => {
      await new Promise<void>((resolve) => aedes.close(resolve))
      if (server.listening) await new Promise((resolve) => server.close(resolve))
    },
  }
}

let broker: Broker
let started: DemoPlant | undefined

beforeEach(async () => {
  broker = await startBroker()
})
afterEach(async () => {
  await started?.stop()
  started = undefined
  await broker.close()
})

function start(options: Partial<DemoPlantOptions> = {}): DemoPlant {
  started = startDemoPlant({
    mqttUrl: broker.url,
    seed,
    devices,
    backfill: null,
    logger: quiet,
    ...options,
  })
  return started
}

const devicesNow = () => simulatePlant({ seed }).filter(({ isOut }) => !isOut(Date.now()))

test('DP15 every connected device reports online, and sends simulated values', async () => {
  start()
  const present = devicesNow()
  await eventually('all devices that are in have sent all their sensors', () =>
    present.every(({ lesiId, sensors }) => {
      const keys = new Set(
        broker.readings.filter((reading) => reading.lesiId === lesiId).map(({ key }) => key),
      )
      return (
        keys.size >= sensors.filter(({ qualityAt }) => qualityAt(Date.now()) !== 'silent').length
      )
    }),
  )
  for (const { lesiId, sensors } of present) {
    expect(broker.statuses.get(lesiId)?.[0]).toBe('online')
    expect(broker.passwords.get(lesiId)).toBe(`token of ${lesiId}`)
    for (const reading of broker.readings.filter((each) => each.lesiId === lesiId)) {
      expect(reading.time % 1_000).toBe(0)
      expect(
        sensors.find(({ definition }) => definition.key === reading.key)?.at(reading.time),
      ).toBe(reading.value)
    }
  }
})

test('DP16 the back-fill arrives whole, newest first, while live values flow', async () => {
  const to = Math.floor(Date.now() / 1_000) * 1_000
  const range = { from: to - 5 * 86_400_000, to, denseFrom: to - 3_600_000 }
  const progress: number[] = []
  let reported: number | undefined
  let liveAtEnd = 0
  start({
    backfill: range,
    onProgress: ({ remainingTo }) => progress.push(remainingTo),
    onBackfilled: (readings) => {
      reported = readings
      liveAtEnd = broker.readings.filter(({ time }) => time >= to).length
    },
  })
  await eventually('the back-fill is done', () => reported !== undefined)
  const filled = broker.readings.filter(({ time }) => time < to)
  expect(new Set(filled.map(({ lesiId, key, time }) => `${lesiId} ${key} ${time}`)).size).toBe(
    reported,
  )
  expect(filled.length).toBe(reported)
  expect(liveAtEnd).toBeGreaterThan(0)
  const firstOf = filled.slice(0, 1_000).map(({ time }) => time)
  const lastOf = filled.slice(-1_000).map(({ time }) => time)
  expect(Math.min(...firstOf)).toBeGreaterThan(Math.max(...lastOf))
  expect(progress.at(-1)).toBe(range.from)
  expect(progress).toEqual(progress.toSorted((a, b) => b - a))
})

test('DP21 the back-fill waits while the store is behind, live values do not', async () => {
  const to = Math.floor(Date.now() / 1_000) * 1_000
  const flush = Promise.withResolvers<void>()
  let pendingBytes = 2 ** 30
  start({
    backfill: { from: to - 60 * 86_400_000, to },
    store: { pendingBytes: () => pendingBytes, flush: () => flush.promise },
  })
  const newest = () => broker.readings.reduce((last, { time }) => Math.max(last, time), to)
  const filled = () => broker.readings.filter(({ time }) => time < to).length
  let [held, heldFrom] = [0, to]
  await eventually('for two seconds live values alone', () => {
    if (filled() !== held) [held, heldFrom] = [filled(), newest()]
    return newest() > heldFrom + 2_000
  })
  pendingBytes = 0
  flush.resolve()
  await eventually('the back-fill goes on', () => filled() > held)
})

test('DP17 a simulator that dies is started again and finishes the back-fill', async () => {
  const to = Date.now()
  let killed = false
  let done = false
  const running = start({
    backfill: { from: to - 12 * 86_400_000, to },
    onProgress: ({ done: blocks }) => {
      if (killed || blocks < 3 || running.pid === undefined) return
      killed = true
      process.kill(running.pid, 'SIGKILL')
    },
    onBackfilled: () => (done = true),
  })
  await eventually('the first simulator was killed', () => killed)
  const before = broker.readings.length
  await eventually('the back-fill is done', () => done)
  expect(broker.readings.length).toBeGreaterThan(before)
  const oldest = Math.min(...broker.readings.slice(-2_000).map(({ time }) => time))
  expect(oldest).toBeLessThan(to - 11 * 86_400_000)
})

test('DP18 an outage cuts the connection, so that the broker publishes the will', async () => {
  let connected = false
  const link = new DeviceLink({
    mqttUrl: broker.url,
    credential: { lesiId: 'PUMP-P101', token: 'x' },
    onConnect: () => (connected = true),
    onRefused: () => undefined,
  })
  link.open()
  await eventually(
    'the birth message is there',
    () => connected && broker.statuses.get('PUMP-P101')?.at(-1) === 'online',
  )
  link.drop()
  await eventually(
    'the will is there',
    () => broker.statuses.get('PUMP-P101')?.at(-1) === 'offline',
  )
  link.open()
  await eventually('it is back', () => broker.statuses.get('PUMP-P101')?.at(-1) === 'online')
  await link.close()
  expect(broker.statuses.get('PUMP-P101')?.at(-1)).toBe('offline')
})

test('DP19 devices come back when the broker was away', async () => {
  start()
  await eventually('live values flow', () => broker.readings.length > 0)
  const { port } = broker
  await broker.close()
  broker = await startBroker(port)
  await eventually('live values flow again', () => broker.readings.length > 0)
})

test('DP20 stop reports offline for every device and leaves no process behind', async () => {
  const running = start()
  const present = devicesNow().map(({ lesiId }) => lesiId)
  await eventually('the devices are online', () =>
    present.every((lesiId) => broker.statuses.get(lesiId)?.at(-1) === 'online'),
  )
  const { pid = 0 } = running
  expect(isAlive(pid)).toBe(true)
  await running.stop()
  expect(isAlive(pid)).toBe(false)
  for (const lesiId of present) expect(broker.statuses.get(lesiId)?.at(-1)).toBe('offline')
})

test('DP20 a simulator whose parent is gone ends by itself', async () => {
  const child = fork(new URL('simulator.ts', import.meta.url), {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const request: StartRequest = {
    type: 'start',
    mqttUrl: broker.url,
    seed,
    zoneOffsetMs: 0,
    devices,
    backfill: null,
  }
  child.send(request)
  await eventually('it plays', () => broker.readings.length > 0)
  child.disconnect()
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
})
