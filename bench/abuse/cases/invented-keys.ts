import { setTimeout as delay } from 'node:timers/promises'
import { connectAsync } from 'mqtt'
import { WebSocket } from 'ws'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { Sensor } from '#kit/model/sensor.ts'
import type { AbuseCase, AbuseScene } from '../abuse-case.ts'

const viewers = 20
const knownKeys = 2_000
/** 99 in 30 s. */
const betweenKeysMs = 303

/**
 * A browser as far as the network goes: what the socket brings, and what it makes the page fetch.
 */
async function openViewer({ url, person }: AbuseScene) {
  const session = await new BrowserSession(url).signIn(person.email, person.password)
  const tally = { socketBytes: 0, fetchedBytes: 0, fetches: 0 }
  const fetchList = async () => {
    tally.fetches += 1
    const replies = await Promise.all([
      session.request('GET', '/api/sensors'),
      session.request('POST', '/api/scada/shadow-lambda/things', {}),
    ])
    for (const reply of replies) tally.fetchedBytes += (await reply.arrayBuffer()).byteLength
  }
  const sensors = Sensor.array().parse(
    (await session.json<{ data: unknown }>('GET', '/api/sensors')).data,
  )
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/live`, {
    headers: { cookie: session.cookieHeader },
  })
  socket.on('error', () => undefined)
  await new Promise((resolve) => socket.once('open', resolve))
  socket.send(
    JSON.stringify({ version: 1, type: 'subscribe', sensors: sensors.map(({ id }) => id) }),
  )
  await new Promise((resolve) => socket.once('message', resolve))
  socket.on('message', (data: Buffer) => {
    const text = data.toString()
    const { type } = JSON.parse(text) as { readonly type: string }
    if (type === 'catalogue' || type === 'difference') tally.socketBytes += text.length
    if (type === 'catalogue') void fetchList().catch(() => undefined)
  })
  return { tally, close: () => socket.terminate() }
}

/** One device invents keys, while twenty people look at a plant of two thousand sensors. */
export const inventedKeys: AbuseCase = {
  number: 16,
  name: 'invented keys with twenty viewers',
  async run(scene, signal) {
    const device = scene.devices.at(-1)
    if (!device) throw new Error('no device')
    const client = await connectAsync(scene.mqttUrl, {
      username: device.lesiId,
      password: device.token,
    })
    const topic = `warroom/v1/${device.lesiId}/telemetry`
    const known = Object.fromEntries(
      Array.from({ length: knownKeys }, (_, index) => [`known-${index}`, index]),
    )
    await client.publishAsync(topic, JSON.stringify({ values: known }), { qos: 1 })
    const open = await Promise.all(Array.from({ length: viewers }, () => openViewer(scene)))
    let invented = 0
    while (!signal.aborted) {
      await client.publishAsync(
        topic,
        JSON.stringify({ values: { [`invented-${Date.now()}`]: 1 } }),
        { qos: 1 },
      )
      invented += 1
      await delay(betweenKeysMs)
    }
    const sum = (field: 'socketBytes' | 'fetchedBytes' | 'fetches') =>
      open.reduce((total, { tally }) => total + tally[field], 0)
    for (const { close } of open) close()
    await client.endAsync(true)
    const megabytes = (bytes: number) => (bytes / 1e6).toFixed(2)
    return (
      `${invented} keys: ${megabytes(sum('socketBytes'))} MB over ` +
      `sockets, ${megabytes(sum('fetchedBytes'))} MB fetched in ${sum('fetches')} fetches`
    )
  },
}
