import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { maximumSensorsPerDevice } from '#kit/model/limits.ts'
import { createBus, type Bus, type EventMap } from '#kit/server/bus.ts'
import {
  createPostgresListener,
  type PostgresListener,
} from '#kit/server/notifications/postgres-listener.ts'
import { openSql, type Sql } from '#kit/server/postgres/sql.ts'
import { hashToken } from '#kit/server/token.ts'
import { noAudit, noAuditMany } from '#testing/no-audit.ts'
import {
  countWaiting,
  forbidSensorKey,
  loseNotifications,
  notify,
} from '#testing/postgres/databases-store.ts'
import { testDatabase, type TestDatabase } from '#testing/postgres/postgres.ts'
import { pino } from 'pino'
import { createCatalogue, type FollowingCatalogue } from './catalogue.ts'

let database: TestDatabase
let listener: PostgresListener
/** A second connection: another process. */
let other: Sql
let bus: Bus
let catalogue: FollowingCatalogue
let devices = 0
let now = Date.now()
const failures: unknown[] = []

const open = (busOf: Bus) =>
  createCatalogue({
    sql: database.sql,
    audit: noAudit,
    auditMany: noAuditMany,
    bus: busOf,
    listener,
    clock: () => now,
    timezone: 'Asia/Taipei',
    report: (error) => void failures.push(error),
  })
const silentBus = () =>
  createBus((error) => {
    throw error
  })

beforeAll(async () => {
  database = await testDatabase()
  other = openSql({ url: database.url }, { log: pino({ level: 'silent' }), connections: 2 })
})
afterAll(async () => {
  await other.destroy()
  await database.drop()
})
beforeEach(async () => {
  listener = await createPostgresListener(database.url, () => undefined)
  bus = silentBus()
  catalogue = await open(bus)
})
afterEach(async () => {
  await catalogue.close()
  await listener.close()
})

async function addDevice(token = 'a token'): Promise<{ id: number; lesiId: string }> {
  devices += 1
  const lesiId = `DEV-${devices}`
  const { id } = await other
    .insertInto('devices')
    .values({ lesi_id: lesiId, name: `Device ${devices}`, token_hash: hashToken(token) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, lesiId }
}

async function addUser(email: string): Promise<number> {
  const { id } = await other
    .insertInto('users')
    .values({ email, name: email, password_hash: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The next event of this name that `matches`; must come within a second. */
function next<Name extends keyof EventMap>(
  name: Name,
  matches: (event: EventMap[Name]) => boolean,
): Promise<EventMap[Name]> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`no ${name} within a second`)), 1_000)
    const stop = bus.on(name, (event) => {
      if (!matches(event)) return
      stop()
      clearTimeout(late)
      resolve(event)
    })
  })
}
const changeOf = (deviceId: number) =>
  next('catalogueChanged', ({ changes }) => changes.some((change) => change.deviceId === deviceId))

/** Adds a device and waits until the catalogue has it. */
async function knownDevice(token?: string): Promise<{ id: number; lesiId: string }> {
  const added = await addDevice(token)
  await expect.poll(() => catalogue.device(added.lesiId), { timeout: 1_000 }).toBeDefined()
  return added
}

test('CA1 what the database holds is known at the start, under every key', async () => {
  const { id, lesiId } = await addDevice()
  await other
    .insertInto('sensors')
    .values([
      {
        device_id: id,
        key: 't10',
        alias: 'Probe 10',
        type: 'analog',
        unit: '°C',
        upper_alarm: 80.5,
        decimals: 1,
      },
      {
        device_id: id,
        key: 't9',
        alias: 'Probe 9',
        type: 'lamp',
        states: JSON.stringify({ 1: { colour: 'green', word: 'Run' } }),
      },
    ])
    .execute()
  const fresh = await open(silentBus())
  expect(fresh.device(lesiId)).toEqual({ id, lesiId, name: expect.any(String), silenceMs: 60_000 })
  expect(fresh.deviceById(id)).toBe(fresh.device(lesiId))
  expect([...fresh.devices()].map((device) => device.id)).toContain(id)
  expect(fresh.sensorsOf(id).map((sensor) => sensor.alias)).toEqual(['Probe 9', 'Probe 10'])
  const probe = fresh.sensorByKey(id, 't10')
  expect(probe).toMatchObject({
    deviceId: id,
    lesiId,
    unit: '°C',
    upperAlarm: 80.5,
    lowerAlarm: null,
    decimals: 1,
    isNew: true,
  })
  expect(fresh.sensor(probe?.id ?? 0)).toBe(probe)
  expect(fresh.sensorByKey(id, 't9')?.states).toEqual({ 1: { colour: 'green', word: 'Run' } })
  expect([
    fresh.device('nobody'),
    fresh.deviceById(0),
    fresh.sensor(0),
    fresh.sensorByKey(id, 'x'),
  ]).toEqual(Array(4).fill(undefined))
  expect(fresh.sensorsOf(0)).toEqual([])
  await fresh.close()
})

test('CA2 a change through another connection is seen within a second', async () => {
  const { id, lesiId } = await knownDevice()
  const added = changeOf(id)
  await other
    .insertInto('sensors')
    .values({ device_id: id, key: 'a', alias: 'A', type: 'analog' })
    .execute()
  await added
  expect(catalogue.sensorByKey(id, 'a')?.alias).toBe('A')
  const renamed = changeOf(id)
  await other
    .updateTable('devices')
    .set({ lesi_id: `${lesiId}-new`, silence_ms: 5_000 })
    .where('id', '=', id)
    .execute()
  await renamed
  expect(catalogue.device(lesiId)).toBeUndefined()
  expect(catalogue.device(`${lesiId}-new`)?.silenceMs).toBe(5_000)
  const sensorId = catalogue.sensorByKey(id, 'a')?.id ?? 0
  const removed = changeOf(id)
  const token = next('deviceTokenChanged', (event) => event.lesiId === `${lesiId}-new`)
  await other.deleteFrom('devices').where('id', '=', id).execute()
  await Promise.all([removed, token])
  expect([catalogue.deviceById(id), catalogue.sensor(sensorId)]).toEqual([undefined, undefined])
  expect(catalogue.sensorsOf(id)).toEqual([])
})

test('CA2 a replaced token is announced, and the old one no longer works', async () => {
  const { id, lesiId } = await knownDevice('old')
  const announced = next('deviceTokenChanged', (event) => event.lesiId === lesiId)
  await other
    .updateTable('devices')
    .set({ token_hash: hashToken('new') })
    .where('id', '=', id)
    .execute()
  await announced
  expect([catalogue.verifyToken(lesiId, 'old'), catalogue.verifyToken(lesiId, 'new')]).toEqual([
    false,
    true,
  ])
})

test('CA3 what changed while the connection was lost is seen', async () => {
  const { id } = await knownDevice()
  const changed = changeOf(id)
  await loseNotifications(other, async (transaction) => {
    await transaction
      .updateTable('devices')
      .set({ name: 'While away' })
      .where('id', '=', id)
      .execute()
  })
  await changed
  expect(catalogue.deviceById(id)?.name).toBe('While away')
  const again = changeOf(id)
  await other.updateTable('devices').set({ name: 'Back' }).where('id', '=', id).execute()
  await again
})

test('CA10 notifications of anybody neither stop the catalogue nor are tried again', async () => {
  const { id } = await knownDevice()
  for (const payload of ['x', '', '-1', '0', '99999999999', '{"device":1}', 'null', '2147483647'])
    await notify(other, 'warroom_catalogue', payload)
  const changed = changeOf(id)
  await other.updateTable('devices').set({ name: 'After them' }).where('id', '=', id).execute()
  await changed
  expect(catalogue.deviceById(id)?.name).toBe('After them')
  expect(failures).toEqual([])
})

test('CA4 missing sensors are added once, however many ask', async () => {
  const { id } = await knownDevice()
  const second = await open(silentBus())
  const ask = (from: FollowingCatalogue) =>
    from.addSensors(id, [
      { key: 'temp', sample: 21.5 },
      { key: 'recipe', sample: 'A-1' },
    ])
  const answers = await Promise.all([ask(catalogue), ask(catalogue), ask(second), ask(second)])
  for (const { sensors, refused } of answers) {
    expect(sensors).toEqual(answers[0]?.sensors)
    expect(refused.size).toBe(0)
    expect(sensors).toMatchObject([
      { key: 'temp', alias: 'temp', type: 'analog', isNew: true },
      { key: 'recipe', alias: 'recipe', type: 'string', isNew: true },
    ])
  }
  expect(catalogue.sensorByKey(id, 'temp')).toEqual(answers[0]?.sensors[0])
  expect(
    await other.selectFrom('sensors').select('id').where('device_id', '=', id).execute(),
  ).toHaveLength(2)
  await second.close()
})

const named = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => ({ key: `k${from + index}`, sample: 1 }))

test('CA13 a burst with new keys waits for one transaction at a time', async () => {
  const { id } = await knownDevice()
  const neighbour = await knownDevice()
  let adding: Promise<unknown> = Promise.resolve()
  await other.transaction().execute(async (transaction) => {
    await transaction.selectFrom('devices').select('id').where('id', '=', id).forUpdate().execute()
    adding = Promise.all(
      Array.from({ length: 1_000 }, () => catalogue.addSensors(id, [{ key: 'burst', sample: 1 }])),
    )
    const served = await catalogue.addSensors(neighbour.id, [{ key: 'a', sample: 1 }])
    expect(served.sensors).toHaveLength(1)
    // Every connection of the pool but the one of the catalogue answers while the device is held.
    await Promise.all(
      Array.from({ length: 3 }, () =>
        database.sql.selectFrom('devices').select('id').limit(1).execute(),
      ),
    )
    expect(await countWaiting(transaction)).toBe(0)
  })
  await adding
  // Every attempt to add a sensor takes the next id, also one that finds it there.
  await catalogue.addSensors(id, [{ key: 'after', sample: 1 }])
  const burst = catalogue.sensorByKey(id, 'burst')?.id ?? 0
  expect(catalogue.sensorByKey(id, 'after')?.id).toBe(burst + 1)
})

test('CA5 a sensor too many is refused for good, the others are added', async () => {
  const { id } = await knownDevice()
  const second = await open(silentBus())
  expect((await catalogue.addSensors(id, named(0, maximumSensorsPerDevice - 1))).refused.size).toBe(
    0,
  )
  const answers = await Promise.all([
    catalogue.addSensors(id, [
      ...named(0, 2),
      { key: 'one', sample: 1 },
      { key: 'two', sample: 1 },
    ]),
    second.addSensors(id, [{ key: 'three', sample: 1 }]),
  ])
  const refused = answers.flatMap((answer) => [...answer.refused.entries()])
  expect(refused).toHaveLength(2)
  for (const [, reason] of refused) expect(reason).toContain(String(maximumSensorsPerDevice))
  await expect
    .poll(() => catalogue.sensorCount(id), { timeout: 2_000 })
    .toBe(maximumSensorsPerDevice)
  expect((await catalogue.addSensors(id, [{ key: 'four', sample: 1 }])).refused.has('four')).toBe(
    true,
  )
  await second.close()
})

test.each(['', 'x'.repeat(129), 'a\u0000b', 'a\nb', '\ud800'])(
  'CA5 the key %j is refused, and others are added',
  async (key) => {
    const { id } = await knownDevice()
    const { sensors, refused } = await catalogue.addSensors(id, [
      { key: 'fine', sample: 1 },
      { key, sample: 1 },
    ])
    expect(sensors.map((sensor) => sensor.key)).toEqual(['fine'])
    expect([...refused.keys()]).toEqual([key])
  },
)

test('CA5 what the database never takes is refused for good, and nobody else’s', async () => {
  await forbidSensorKey(other, 'forbidden')
  const [one, two] = [await knownDevice(), await knownDevice()]
  const first = catalogue.addSensors(one.id, [{ key: 'a', sample: 1 }])
  const answers = await Promise.all([
    catalogue.addSensors(one.id, [{ key: 'forbidden', sample: 1 }]),
    catalogue.addSensors(two.id, [{ key: 'b', sample: 1 }]),
  ])
  expect((await first).sensors).toHaveLength(1)
  expect(answers.map(({ sensors, refused }) => [sensors.length, refused.size])).toEqual([
    [0, 1],
    [1, 0],
  ])
})

test('CA5 a sensor of a device that is gone is refused for good', async () => {
  const { refused } = await catalogue.addSensors(1_000_000, [{ key: 'a', sample: 1 }])
  expect([...refused]).toEqual([['a', 'is of a device that does not exist']])
})

test('CA6 only the device’s own token is right', async () => {
  const { lesiId } = await knownDevice('right')
  expect(catalogue.verifyToken(lesiId, 'right')).toBe(true)
  for (const token of ['', 'wrong', 'right ', hashToken('right').toString('hex')])
    expect(catalogue.verifyToken(lesiId, token)).toBe(false)
  expect(catalogue.verifyToken('nobody', 'right')).toBe(false)
})

test('CA7 a device registers itself once', async () => {
  const [device, same] = await Promise.all([
    catalogue.registerDevice('SELF-1', 'mine'),
    catalogue.registerDevice('SELF-1', 'mine'),
  ])
  expect(device).toEqual(same)
  expect(device).toMatchObject({ lesiId: 'SELF-1', name: 'SELF-1' })
  expect(catalogue.verifyToken('SELF-1', 'mine')).toBe(true)
  await expect(catalogue.registerDevice('SELF-1', 'theirs')).rejects.toMatchObject({
    code: 'device_unauthenticated',
  })
  expect(catalogue.verifyToken('SELF-1', 'theirs')).toBe(false)
})

test('CA8 who sees what', async () => {
  const [mine, theirs] = [await knownDevice(), await knownDevice()]
  const [sensor] = (await catalogue.addSensors(mine.id, [{ key: 'a', sample: 1 }])).sensors
  const userId = await addUser('bound@example.org')
  const bound = changeOf(mine.id)
  await other
    .insertInto('bindings')
    .values({ user_id: userId, device_id: mine.id, relation: 'sub-user' })
    .execute()
  await bound
  const user = { userId, roles: ['user'] }
  const stranger = { userId: userId + 1, roles: ['manager'] }
  expect([...catalogue.visibleDeviceIds(user)]).toEqual([mine.id])
  expect(catalogue.visibleDeviceIds(stranger).size).toBe(0)
  expect([...catalogue.visibleDeviceIds({ userId, roles: ['admin'] })]).toEqual(
    expect.arrayContaining([mine.id, theirs.id]),
  )
  expect([user, stranger].map((caller) => catalogue.maySeeSensor(caller, sensor?.id ?? 0))).toEqual(
    [true, false],
  )
  const unbound = changeOf(mine.id)
  await other.deleteFrom('users').where('id', '=', userId).execute()
  await unbound
  expect(catalogue.visibleDeviceIds(user).size).toBe(0)
})

test('CA2 no read failed on the way', () => {
  expect(failures).toEqual([])
})
