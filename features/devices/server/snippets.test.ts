import { execFile, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import { startDeviceSite } from '#testing/sites/device-site.ts'
import { snippets } from '../contract/snippets.ts'

const { site, newDevice } = await startDeviceSite()
afterAll(() => site.close())

/** Debian's, where its Paho is: the version before the one that pip installs. */
const python = '/usr/bin/python3'
const hasPaho = spawnSync(python, ['-c', 'import paho.mqtt.client']).status === 0

it.skipIf(!hasPaho)('DV17 the snippet for Python runs with the Paho of Debian', async () => {
  const lesiId = await newDevice()
  const { hostname, port } = new URL(site.server.mqttUrl)
  const place = { lesiId, mqttHost: hostname, mqttPort: Number(port), httpOrigin: '' }
  const file = join(temporaryDirectory(), 'send.py')
  writeFileSync(file, snippets.python(place))
  const env = { ...process.env, TOKEN: site.tokenOf(lesiId) }
  const { stdout } = await promisify(execFile)(python, [file], { env })
  expect(stdout).toBe('stored\n')
  expect(await site.count(lesiId)).toBe(2)
})

it('DV17 the flow for Node-RED has what its editor asks for before it counts as configured', () => {
  const place = { lesiId: 'PRESS-7', mqttHost: 'plant', mqttPort: 1883, httpOrigin: '' }
  const nodes = JSON.parse(snippets.nodeRed(place)) as Record<string, unknown>[]
  const broker = nodes.find(({ type }) => type === 'mqtt-broker')
  expect([broker?.['port'], broker?.['keepalive']]).toEqual(['1883', '60'])
})
