import { once } from 'node:events'
import { createServer } from 'node:net'
import { Aedes, type Client } from 'aedes'
import { expect, it, onTestFinished } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { freePort } from '#testing/peers/free-port.ts'
import { startSite } from '#testing/sites/site.ts'

/** A broker; what the host of Sparkplug says of itself there, and with which wills it connects. */
async function watchedBroker(topic: string) {
  const wills: string[] = []
  const said: string[] = []
  let host: Client | null = null
  const broker = await Aedes.createBroker({
    preConnect(client, { will }, callback) {
      if (will?.topic === topic) {
        wills.push(String(will.payload))
        host = client
      }
      callback(null, true)
    },
    authorizePublish(client, packet, callback) {
      if (client && packet.topic === topic) said.push(String(packet.payload))
      callback()
    },
  })
  const port = await freePort()
  const server = createServer(broker.handle).listen(port, '127.0.0.1')
  onTestFinished(() => void server.close())
  onTestFinished(() => new Promise<void>((resolve) => broker.close(resolve)))
  await once(server, 'listening')
  return { url: `mqtt://127.0.0.1:${port}`, wills, said, drop: () => host?.conn.destroy() }
}

const timeIn = (state: string | undefined) => {
  const { timestamp } = JSON.parse(state ?? '') as { readonly timestamp: number }
  return timestamp
}

it('IN133 will and birth of each connection have one time, the end has its own', async () => {
  const broker = await watchedBroker('spBv1.0/STATE/plant')
  const { wills, said } = broker
  const site = await startSite({ MQTT_URL: broker.url, SPARKPLUG_HOST_ID: 'plant' })
  onTestFinished(() => site.close())
  await eventually('the host is there', () => said.length > 0)
  const first = timeIn(said[0])
  expect(timeIn(wills.at(-1))).toBe(first)
  broker.drop()
  // Before it is there again, the broker publishes the will.
  await eventually('the host is there again', () => timeIn(said.at(-1)) > first)
  const second = timeIn(said.at(-1))
  const state = (online: boolean, timestamp: number) => JSON.stringify({ online, timestamp })
  expect([...new Set(said)]).toEqual([
    ...[state(true, first), state(false, first), state(true, second)],
  ])
  expect(wills.at(-1)).toBe(state(false, second))
  await site.server.stop()
  expect(said.at(-1)).toContain('"online":false')
  expect(timeIn(said.at(-1))).toBeGreaterThan(second)
})
