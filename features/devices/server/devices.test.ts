import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Catalogue } from '#kit/server/catalogue.ts'
import { createBus } from '#kit/server/bus.ts'
import { plainSensor } from '#kit/model/sensor.ts'
import type { Caller } from '#kit/server/caller.ts'
import { createHttpApplication } from '#kit/server/http/application.ts'
import { hashToken } from '#kit/server/token.ts'
import { accounts } from '#features/accounts/server/users/accounts.ts'
import { noAudit } from '#testing/no-audit.ts'
import { testDatabase, type TestDatabase } from '#testing/postgres/postgres.ts'
import { signedInAs } from '#testing/sites/signed-in.ts'
import { deviceCommands } from './devices-commands.ts'
import { devicesPlugin, provisionDevices, type Plant, type PlantSensor } from './index.ts'

const recordRemovedSensors = async () => undefined
let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase()
})
afterEach(() => database.drop())

async function command(name: string, options: object): Promise<unknown> {
  const found = deviceCommands.find((candidate) => candidate.name === name)
  const services = { sql: database.sql, audit: noAudit, accounts, recordRemovedSensors }
  return found?.run({ ...services, refreshDevices: async () => undefined }, options)
}

const addUser = async (email: string) =>
  (
    await database.sql
      .insertInto('users')
      .values({ email, name: email, password_hash: '' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

const tokenHashes = async () => {
  const rows = await database.sql.selectFrom('devices').select(['lesi_id', 'token_hash']).execute()
  return new Map(rows.map((row) => [row.lesi_id, row.token_hash]))
}

test('DE1 visible devices are listed with status, relation and number of sensors', async () => {
  const lines = [
    { id: 7, lesiId: 'B', name: 'Line 10', product: '', silenceMs: 1 },
    { id: 8, lesiId: 'A', name: 'Line 9', product: '', silenceMs: 1 },
  ]
  const userId = await addUser('a@example.org')
  await command('device add', { id: 'DEV-1' })
  await command('device bind', { id: 'DEV-1', user: 'A@example.org', relation: 'sub-user' })
  const { id } = await database.sql.selectFrom('devices').select('id').executeTakeFirstOrThrow()
  const devices = [...lines, { id, lesiId: 'DEV-1', name: 'Device', product: '', silenceMs: 1 }]
  const catalogue: Pick<Catalogue, 'visibleDeviceIds' | 'bindingsOf' | 'devices' | 'sensorCount'> =
    {
      bindingsOf: (who) =>
        new Map(
          who === userId
            ? [
                [
                  id,
                  { relation: 'sub-user', contractStart: null, contractEnd: null, state: 'open' },
                ],
              ]
            : [],
        ),
      visibleDeviceIds: (who) =>
        new Set(who.roles.includes('admin') ? devices.map((device) => device.id) : [id]),
      devices: () =>
        devices.toSorted((one, other) =>
          one.name.localeCompare(other.name, 'en', { numeric: true }),
        ),
      sensorCount: () => 0,
    }
  const presence = { status: () => ({ status: 'online', since: 5, lastSeen: 6 }) as const }
  let caller: Caller = { userId, sessionId: 's', roles: ['user'], permissions: [] }
  const app = createHttpApplication(pino({ level: 'silent' }))
  await app.register(signedInAs(() => caller))
  const brokerAddress = () => ({ mqttHost: null, mqttPort: 1883 })
  const services = { sql: database.sql, accounts, audit: noAudit, clock: () => 6 }
  const plugin = {
    ...services,
    catalogue: catalogue as Catalogue,
    presence,
    autoRegister: false,
    recordRemovedSensors,
    bus: createBus(() => undefined),
    mqttTls: null,
    brokerAddress,
    kiosks: { accessOf: async () => null, accessOfLink: async () => null },
  }
  await app.register(devicesPlugin(plugin))
  const list = async () =>
    (await app.inject({ method: 'POST', url: '/api/scada/shadow-lambda/things' })).json().data
  const unconnected = {
    contractStart: null,
    contractEnd: null,
    access: 'open',
    status: 'online',
    statusSince: 5,
    lastSeen: 6,
    sensorCount: 0,
  }
  expect(await list()).toEqual([
    { id, lesiId: 'DEV-1', name: 'Device', relation: 'sub-user', ...unconnected },
  ])
  caller = { ...caller, userId: userId + 1, roles: ['admin'] }
  const all: { name: string; relation: null }[] = await list()
  expect(all.map((thing) => [thing.name, thing.relation])).toEqual([
    ['Device', null],
    ['Line 9', null],
    ['Line 10', null],
  ])
  const ask = async (payload: object) =>
    (await app.inject({ method: 'POST', url: '/api/scada/shadow-lambda/things', payload })).json()
  const whole = { open: 3, online: 3, sensors: 0 }
  expect(await ask({ page: 2, limit: 2 })).toMatchObject({
    data: [{ name: 'Line 10' }],
    meta: { total: 3, page: 2, limit: 2, ...whole },
  })
  expect(await ask({ find: 'line 9' })).toMatchObject({
    data: [{ name: 'Line 9' }],
    meta: { total: 1, ...whole },
  })
  expect(await ask({ ids: [7, 99] })).toMatchObject({
    data: [{ id: 7 }],
    meta: { total: 1, ...whole },
  })
  await app.close()
})

test('DE2 a device is added, rotated and removed; its token is shown once', async () => {
  const added = (await command('device add', { id: 'DEV-1', name: 'Pump' })) as { token: string }
  expect(Buffer.from(added.token, 'base64url')).toHaveLength(24)
  expect((await tokenHashes()).get('DEV-1')).toEqual(hashToken(added.token))
  const rotated = (await command('device rotate', { id: 'DEV-1' })) as { token: string }
  expect(rotated.token).not.toBe(added.token)
  expect((await tokenHashes()).get('DEV-1')).toEqual(hashToken(rotated.token))
  const listed = await command('device list', {})
  expect(listed).toMatchObject([{ lesiId: 'DEV-1', name: 'Pump', sensors: 0, users: 0 }])
  expect(JSON.stringify(listed)).not.toContain(rotated.token)
  await expect(command('device add', { id: 'DEV-1' })).rejects.toMatchObject({ code: 'conflict' })
  await expect(command('device add', { id: 'DEV-2', name: 'Two\nlines' })).rejects.toThrow(/name/)
  await expect(command('device remove', { id: 'DEV-1' })).rejects.toThrow(/required/)
  await command('device remove', { id: 'DEV-1', yes: true })
  expect(await command('device list', {})).toEqual([])
})

test('DE2 a device takes the token that the caller chose', async () => {
  await command('device add', { id: 'DEV-1', token: 'sixteen characters' })
  expect((await tokenHashes()).get('DEV-1')).toEqual(hashToken('sixteen characters'))
  await expect(command('device add', { id: 'DEV-2', token: 'short' })).rejects.toThrow(/16/)
})

test('DE2 what does not exist is named', async () => {
  await expect(command('device rotate', { id: 'NONE' })).rejects.toThrow('There is no device NONE')
  await expect(command('device remove', { id: 'NONE', yes: true })).rejects.toThrow(
    'There is no device NONE',
  )
  await command('device add', { id: 'DEV-1' })
  const binding = { id: 'DEV-1', user: 'nobody@example.org', relation: 'admin' }
  await expect(command('device bind', binding)).rejects.toThrow(
    'There is no user nobody@example.org',
  )
  await expect(command('device bind', { ...binding, id: 'NONE' })).rejects.toThrow(
    'There is no device NONE',
  )
})

const sensor = (key: string, alias: string): PlantSensor => ({
  key,
  alias,
  type: 'lamp',
  unit: '',
  decimals: 0,
  lowerAlarm: null,
  upperAlarm: 5.5,
  scaleLow: 0,
  scaleHigh: 10,
  intervalMs: 1_000,
  ...plainSensor,
  states: { 1: { colour: 'green', word: 'Läuft' } },
})
const plant: Plant = {
  devices: [
    { lesiId: 'OVEN', name: 'Oven', sensors: [sensor('a', 'Lamp'), sensor('b', 'Other lamp')] },
  ],
  bindings: [
    { email: 'a@example.org', lesiId: 'OVEN', relation: 'sub-user' },
    { email: 'nobody@example.org', lesiId: 'OVEN', relation: 'admin' },
  ],
}
const storedSensors = () => database.sql.selectFrom('sensors').selectAll().orderBy('key').execute()

test('DE3 a plant is there after provisioning, with tokens that work', async () => {
  const userId = await addUser('a@example.org')
  const tokens = await provisionDevices({ sql: database.sql, audit: noAudit, accounts }, plant)
  expect((await tokenHashes()).get('OVEN')).toEqual(hashToken(tokens.get('OVEN') ?? ''))
  expect(await storedSensors()).toMatchObject([
    {
      key: 'a',
      alias: 'Lamp',
      type: 'lamp',
      upper_alarm: 5.5,
      scale_high: 10,
      interval_ms: 1_000,
      is_new: false,
    },
    { key: 'b', states: { 1: { colour: 'green', word: 'Läuft' } } },
  ])
  expect(
    await database.sql.selectFrom('bindings').select(['user_id', 'relation']).execute(),
  ).toEqual([{ user_id: userId, relation: 'sub-user' }])
})

test('DE3 provisioning again renews tokens and leaves what people configured', async () => {
  const before = await provisionDevices({ sql: database.sql, audit: noAudit, accounts }, plant)
  const [first, second] = await storedSensors()
  await database.sql.updateTable('sensors').set({ alias: 'Mine' }).where('key', '=', 'a').execute()
  await database.sql
    .updateTable('sensors')
    .set({ alias: 'b', is_new: true })
    .where('key', '=', 'b')
    .execute()
  const after = await provisionDevices({ sql: database.sql, audit: noAudit, accounts }, plant)
  expect(after.get('OVEN')).not.toBe(before.get('OVEN'))
  expect((await tokenHashes()).get('OVEN')).toEqual(hashToken(after.get('OVEN') ?? ''))
  expect(await storedSensors()).toEqual([{ ...first, alias: 'Mine' }, second])
})
