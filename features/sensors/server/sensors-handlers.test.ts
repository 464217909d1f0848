import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBus } from '#kit/server/bus.ts'
import type { Caller } from '#kit/server/caller.ts'
import { createHttpApplication } from '#kit/server/http/application.ts'
import {
  createPostgresListener,
  type PostgresListener,
} from '#kit/server/notifications/postgres-listener.ts'
import { SensorLists } from '#kit/server/sensor-list.ts'
import { noAudit, noAuditMany } from '#testing/no-audit.ts'
import { testDatabase, type TestDatabase } from '#testing/postgres/postgres.ts'
import { signedInAs } from '#testing/sites/signed-in.ts'
import { createCatalogue, type FollowingCatalogue } from './index.ts'
import { registerSensorRoutes } from './sensors-handlers.ts'

let database: TestDatabase
let listener: PostgresListener
let catalogue: FollowingCatalogue
let app: FastifyInstance
let caller: Caller | null = null
let boundUserId = 0
let now = Date.now()

beforeAll(async () => {
  database = await testDatabase()
  listener = await createPostgresListener(database.url, () => undefined)
  const device = (lesiId: string, name: string) => ({
    lesi_id: lesiId,
    name,
    token_hash: Buffer.alloc(32),
  })
  const ids = await database.sql
    .insertInto('devices')
    .values([device('OVEN-2', 'Line 10'), device('OVEN-1', 'Line 9'), device('SECRET', 'Foreign')])
    .returning('id')
    .execute()
  const user = { email: 'a@example.org', name: 'A', password_hash: '' }
  boundUserId = (
    await database.sql.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()
  ).id
  await database.sql
    .insertInto('bindings')
    .values(
      ids.slice(0, 2).map(({ id }) => ({ user_id: boundUserId, device_id: id, relation: 'admin' })),
    )
    .execute()
  const bus = createBus(() => undefined)
  catalogue = await createCatalogue({
    ...{
      sql: database.sql,
      audit: noAudit,
      auditMany: noAuditMany,
      bus,
      listener,
      clock: () => now,
      timezone: 'UTC',
    },
    report: () => undefined,
  })
  for (const { id } of ids) {
    await catalogue.addSensors(id, [
      { key: 'b', sample: 1 },
      { key: 'a', sample: 'x' },
    ])
  }
  app = createHttpApplication(pino({ level: 'silent' }))
  await app.register(signedInAs(() => caller))
  registerSensorRoutes(app, { catalogue }, new SensorLists(catalogue))
})
afterAll(async () => {
  await app.close()
  await catalogue.close()
  await listener.close()
  await database.drop()
})

const as = (userId: number, role: string): Caller => ({
  userId,
  sessionId: 's',
  roles: [role],
  permissions: [],
})
const keys = (reply: { json(): { data: { lesiId: string; key: string }[] } }) =>
  reply.json().data.map((sensor) => `${sensor.lesiId}.${sensor.key}`)

test('CA8 the list holds the caller’s sensors, by device name and alias', async () => {
  caller = as(boundUserId, 'basic')
  expect(keys(await app.inject('/api/sensors'))).toEqual([
    'OVEN-1.a',
    'OVEN-1.b',
    'OVEN-2.a',
    'OVEN-2.b',
  ])
  caller = as(boundUserId + 1, 'manager')
  expect(keys(await app.inject('/api/sensors'))).toEqual([])
  caller = as(boundUserId + 1, 'admin')
  expect(keys(await app.inject('/api/sensors'))).toHaveLength(6)
  caller = null
  expect((await app.inject('/api/sensors')).statusCode).toBe(401)
})

test('CA8 a device of somebody else is as unknown as one that does not exist', async () => {
  caller = as(boundUserId, 'user')
  expect(keys(await app.inject('/api/scada/sensor/config/OVEN-1'))).toEqual([
    'OVEN-1.a',
    'OVEN-1.b',
  ])
  const foreign = (await app.inject('/api/scada/sensor/config/SECRET')).json()
  const missing = (await app.inject('/api/scada/sensor/config/MISSING')).json()
  expect(foreign).toMatchObject({ error: 'not_found', message: 'There is no device SECRET' })
  expect(missing).toMatchObject({ error: 'not_found', message: 'There is no device MISSING' })
  expect(Object.keys(foreign)).toEqual(Object.keys(missing))
})

test('CA11 the list is paged and searched on the server', async () => {
  caller = as(boundUserId, 'user')
  const reply = await app.inject('/api/sensors?page=2&limit=3')
  expect([keys(reply), reply.json().meta]).toEqual([['OVEN-2.b'], { total: 4, page: 2, limit: 3 }])
  expect(keys(await app.inject('/api/sensors?find=line%2010%20B'))).toEqual(['OVEN-2.b'])
  expect(keys(await app.inject('/api/sensors?type=string'))).toEqual(['OVEN-1.a', 'OVEN-2.a'])
  expect(keys(await app.inject('/api/sensors?device=OVEN-2'))).toEqual(['OVEN-2.a', 'OVEN-2.b'])
  expect(keys(await app.inject('/api/sensors?device=SECRET'))).toEqual([])
  for (const query of ['limit=1001', 'limit=0', 'page=0', 'type=gauge', `find=${'x'.repeat(201)}`])
    expect((await app.inject(`/api/sensors?${query}`)).statusCode).toBe(422)
})

test('CA11 sensors are named by id or by device and key, at most a thousand', async () => {
  caller = as(boundUserId, 'user')
  const lookUp = (payload: object) =>
    app.inject({ method: 'POST', url: '/api/sensors/lookup', payload })
  const name = (thing: string, key: string) => ({ thing, key })
  const byName = await lookUp({
    names: [name('OVEN-2', 'a'), name('SECRET', 'a'), name('OVEN-2', 'zz'), name('NONE', 'a')],
  })
  expect(keys(byName)).toEqual(['OVEN-2.a'])
  const secret = catalogue.sensorsOf(catalogue.device('SECRET')?.id ?? 0)[0]?.id
  const { id } = byName.json().data[0]
  expect(keys(await lookUp({ ids: [id, secret, 2_000_000_000] }))).toEqual(['OVEN-2.a'])
  expect((await lookUp({ ids: Array.from({ length: 1_001 }, () => 1) })).statusCode).toBe(422)
})
