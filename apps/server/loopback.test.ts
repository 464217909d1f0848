import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { startServerProcess } from '#testing/peers/server-process.ts'

async function reaches(host: string, port: string): Promise<boolean> {
  const socket = connect({ host, port: Number(port) })
  try {
    await once(socket, 'connect')
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') return false
    throw error
  } finally {
    socket.destroy()
  }
}

test('CF6 with demo accounts neither site nor broker is reached from elsewhere', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'warroom-loopback-'))
  const environment = { WARROOM_DATA: directory, DEMO: 'on', DEMO_DAYS: '0' }
  // One start is that of the product itself: the others are of a bundle.
  const server = await startServerProcess(environment, { isFromSources: true })
  onTestFinished(async () => {
    await server.stop()
    rmSync(directory, { recursive: true, force: true })
  })
  for (const url of [server.url, server.mqttUrl]) {
    const { port } = new URL(url)
    expect(await reaches('127.0.0.1', port)).toBe(true)
    expect(await reaches('localhost', port)).toBe(true)
    // An address of this machine that stands for one in the network: a server on all addresses
    // answers there.
    expect(await reaches('127.0.0.2', port)).toBe(false)
  }
  await eventually('the plant has no history to fill in', () =>
    /"readings":0,.*demo history filled in/.test(server.output()),
  )
  expect(server.output()).toContain('HTTP_HOST=0.0.0.0 MQTT_HOST=0.0.0.0 lets the network in')
})
