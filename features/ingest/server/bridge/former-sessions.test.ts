import { connect, connectAsync, type IConnackPacket } from 'mqtt'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { Budget } from '#kit/server/budget/budget.ts'
import { eventually } from '#testing/eventually.ts'
import { startMosquitto, type Mosquitto } from '#testing/peers/mosquitto.ts'
import { testDatabase, type TestDatabase } from '#testing/postgres/postgres.ts'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import { CommandOutlet } from '../mqtt/command-outlet.ts'
import type { DeviceMessages } from '../mqtt/device-messages.ts'
import { startBrokerBridge } from './broker-bridge.ts'
import { brokerAddress } from './broker-address.ts'
import { listSessions, removedSessions } from './broker-sessions-store.ts'
import { brokerCommands } from './broker-commands.ts'
import { formerSessions, removeSession } from './former-sessions.ts'

const logger = pino({ level: 'silent' })
let broker: Mosquitto
let database: TestDatabase
beforeAll(
  async () => void ([broker, database] = await Promise.all([startMosquitto(), testDatabase()])),
)
afterAll(() => Promise.all([broker.close(), database.drop()]))

function startBridge(dataDirectory: string, received: string[]) {
  const messages = {
    receive: async (_topic: unknown, payload: Buffer) => {
      received.push(payload.toString())
      return { isRefused: false, problems: [] }
    },
  } as unknown as DeviceMessages
  return startBrokerBridge({
    ...{
      url: broker.url,
      installationId: 'former',
      dataDirectory,
      sql: database.sql,
      messages,
      logger,
    },
    budget: new Budget(128 * 2 ** 20),
    ...{ commands: new CommandOutlet(), isOnline: () => true, sparkplugHostId: null },
  })
}

/** Whether the broker has the session, which this changes in nothing. */
async function isThere(clientId: string): Promise<boolean> {
  const properties = { sessionExpiryInterval: 0xff_ff_ff_ff }
  const client = connect(broker.url, {
    clientId,
    clean: false,
    protocolVersion: 5,
    properties,
    reconnectPeriod: 0,
  })
  const { sessionPresent } = await new Promise<IConnackPacket>((resolve) =>
    client.once('connect', resolve),
  )
  await client.endAsync()
  if (!sessionPresent) await removeSession(broker.url, clientId)
  return sessionPresent
}

it('EB3 empties the sessions of earlier versions and removes them, once', async () => {
  const directory = temporaryDirectory()
  const names = formerSessions(directory)
  expect(names).toHaveLength(32)
  // As the earlier version left them: three connected once, with messages that came since.
  for (const clientId of names.slice(0, 3)) {
    const link = await connectAsync(broker.url, { clientId, clean: false })
    await link.subscribeAsync('$share/warroom/warroom/v1/+/telemetry', { qos: 1 })
    await link.endAsync()
  }
  const device = await connectAsync(broker.url)
  onTestFinished(() => device.endAsync())
  const texts = Array.from({ length: 300 }, (_, index) => `message ${index}`)
  await Promise.all(
    texts.map((text) => device.publishAsync('warroom/v1/pump-1/telemetry', text, { qos: 1 })),
  )
  const received: string[] = []
  const bridge = await startBridge(directory, received)
  await eventually('all are removed', async () => {
    return (
      (await removedSessions(database.sql, brokerAddress(broker.url), names)).size === names.length
    )
  })
  expect(received.toSorted()).toEqual(texts.toSorted())
  for (const clientId of names.slice(0, 4)) expect(await isThere(clientId)).toBe(false)
  await device.publishAsync('warroom/v1/pump-1/telemetry', 'new', { qos: 1 })
  await eventually('what is new comes over the new session', () => received.includes('new'))
  await bridge.close()
})

it('EB4 the command line lists and removes the sessions with what waits in them', async () => {
  const received: string[] = []
  const directory = temporaryDirectory()
  const bridge = await startBridge(directory, received)
  await bridge.close()
  const clientId = 'warroom-former'
  expect(await listSessions(database.sql)).toEqual([
    { broker: brokerAddress(broker.url), clientId, createdAt: expect.any(Number) },
  ])
  expect(await isThere(clientId)).toBe(true)
  const command = async (name: string, options: object) => {
    const found = brokerCommands.find((each) => each.name === name)
    return found?.run(
      {
        sql: database.sql,
        audit: async () => undefined,
        installation: { id: 'former', directoryId: '' },
      },
      options,
    )
  }
  expect(await command('broker sessions', {})).toMatchObject([{ clientId }])
  expect(await command('broker remove', { url: broker.url, yes: true })).toEqual({
    removed: clientId,
  })
  expect(await isThere(clientId)).toBe(false)
  expect(await listSessions(database.sql)).toEqual([])
  await expect(
    command('broker remove', { url: broker.url, client: 'somebody', yes: true }),
  ).rejects.toThrow('begins with warroom-')
})
