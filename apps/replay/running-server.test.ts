import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listenControl } from '#kit/server/command-line/control.ts'
import { controlSocketOf } from '#kit/server/data-directory/data-directory.ts'
import { describeMachine } from '../server/config/config-machine.ts'
import { readConfig } from '../server/config/config.ts'
import { brokerFrom, temporaryTokenFrom } from './running-server.ts'

let directory = ''
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'warroom-replay-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

const configOf = (environment: Record<string, string> = {}) =>
  readConfig(
    { WARROOM_DATA: directory, ...environment },
    describeMachine(join(import.meta.dirname, '..', '..')),
  )
const log = pino({ level: 'silent' })

test.each([
  [{}, 'mqtt://127.0.0.1:1883'],
  [{ DEMO: 'off' }, 'mqtt://localhost:1883'],
  [{ MQTT_PORT: '11883' }, 'mqtt://127.0.0.1:11883'],
  [{ MQTT_HOST: '192.0.2.7', MQTT_PORT: '11883' }, 'mqtt://192.0.2.7:11883'],
  [{ MQTT_HOST: '::1' }, 'mqtt://[::1]:1883'],
  [{ MQTT_HOST: '::' }, 'mqtt://localhost:1883'],
  [
    { MQTT_URL: 'mqtts://server:secret@broker.example:8883', MQTT_PORT: '11883' },
    'mqtts://broker.example:8883',
  ],
])(
  'RP11 without a server the broker is where the environment says: %j',
  async (environment, url) => {
    expect(await brokerFrom(configOf(environment as Record<string, string>))).toBe(url)
  },
)

test('RP11 the broker of a running server counts more than the environment', async () => {
  const control = await listenControl(controlSocketOf(directory), log)
  expect(await brokerFrom(configOf({ MQTT_PORT: '11883' }))).toBe('mqtt://127.0.0.1:11883')
  control.handle('broker address', () => ({ url: 'mqtt://127.0.0.1:40001' }))
  expect(await brokerFrom(configOf({ MQTT_PORT: '11883' }))).toBe('mqtt://127.0.0.1:40001')
  await control.close()
})

test('RP7 a running server issues a temporary token; a new device is reported', async () => {
  let added = 0
  const token = () => temporaryTokenFrom(configOf(), 'PUMP-1', () => added++)
  expect(await token()).toBeUndefined()
  const control = await listenControl(controlSocketOf(directory), log)
  control.handle('device temporary-token', (parameters) => ({
    token: JSON.stringify(parameters),
    added: true,
  }))
  expect(await token()).toBe('{"lesiId":"PUMP-1"}')
  expect(added).toBe(1)
  await control.close()
})
