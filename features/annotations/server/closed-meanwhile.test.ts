import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import type { Sensor } from '#kit/model/sensor.ts'
import { createHttpApplication } from '#kit/server/http/application.ts'
import { insertDevice } from '#testing/postgres/devices-store.ts'
import { accountSite } from '#testing/sites/account-site.ts'
import { signedInAs } from '#testing/sites/signed-in.ts'
import { annotationsPlugin } from './index.ts'

const site = accountSite()

test('AN3 of a sensor that is closed while the list is made nothing is listed', async () => {
  const closed = await insertDevice(site.sql, 'PUMP-1', 'flow')
  const kept = await insertDevice(site.sql, 'PUMP-2', 'flow')
  const at = new Date(site.now)
  const row = { begins_at: at, ends_at: at, text: 'Strainer cleaned', created_at: at }
  const rows = [closed, kept].map((sensor_id) => ({ ...row, sensor_id }))
  await site.sql.insertInto('annotations').values(rows).execute()
  const open = new Set([closed, kept])
  const app = createHttpApplication(pino({ level: 'silent' }))
  onTestFinished(() => app.close())
  const caller = { userId: 1, sessionId: 's', roles: ['basic'], permissions: [] }
  await app.register(signedInAs(() => caller))
  await app.register(
    annotationsPlugin({
      ...{ sql: site.sql, bus: site.bus, clock: () => site.now, audit: async () => undefined },
      accounts: {
        people: async () => {
          open.delete(closed)
          return new Map()
        },
      },
      catalogue: {
        maySeeSensor: (_, id) => open.has(id),
        sensor: (id) => ({ id }) as Sensor,
        bindingsOf: () => new Map(),
      },
    }),
  )
  const payload = { sensors: [closed, kept], from: site.now, to: site.now }
  const reply = await app.inject({ method: 'POST', url: '/api/annotations/list', payload })
  expect(reply.json().data.annotations).toMatchObject([{ sensorId: kept }])
})
