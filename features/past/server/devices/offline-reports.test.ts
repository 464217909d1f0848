import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBus } from '#kit/server/bus.ts'
import { insertDeviceAlone } from '#testing/postgres/devices-store.ts'
import { testDatabase, type TestDatabase } from '#testing/postgres/postgres.ts'
import { end } from '../testing/recordings.ts'
import { StoredOfflineReports } from './offline-reports.ts'

let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.drop())

it('PA3 what devices say of being offline is stored, and silence is not', async () => {
  const [pump, oven] = await Promise.all(
    ['PUMP-1', 'OVEN-1'].map((lesiId) =>
      insertDeviceAlone(database.sql, {
        ...{ lesi_id: lesiId, name: lesiId, token_hash: Buffer.from(lesiId) },
      }),
    ),
  )
  if (pump === undefined || oven === undefined) throw new Error('a device was not added')
  const bus = createBus((error) => {
    throw error
  })
  const reports = new StoredOfflineReports(database.sql, bus, pino({ level: 'silent' }))
  const status = (deviceId: number, since: number, part: object = {}) =>
    bus.emit('deviceStatus', {
      ...{ deviceId, status: 'offline' as const, since, isReported: true },
      ...part,
    })
  const long = 3 * 365 * 86_400_000
  status(pump, end - long)
  expect((await reports.latest([pump], end)).size).toBe(1)
  status(pump, end - 5_000)
  status(pump, end - 4_500)
  status(pump, end - 4_000, { status: 'online' })
  status(pump, end - 3_000, { isReported: false })
  status(oven, end - 2_000)
  // A device that was removed meanwhile.
  status(2_000_000, end - 2_000)
  status(pump, end)
  const both = [pump, oven]
  const all = { from: 0, until: end }
  expect(await reports.between(both, all)).toEqual([
    { deviceId: pump, at: end - 5_000 },
    { deviceId: oven, at: end - 2_000 },
    { deviceId: pump, at: end },
  ])
  expect(await reports.between(both, { from: end - 5_000, until: end - 1 })).toEqual([
    { deviceId: oven, at: end - 2_000 },
  ])
  expect(await reports.latest(both, end - 1)).toEqual(
    new Map([
      [pump, end - 5_000],
      [oven, end - 2_000],
    ]),
  )
  expect(await reports.latest([oven], end - 2_001)).toEqual(new Map())
  status(oven, end + 30_000)
  await reports.close()
  status(oven, end + 60_000)
  expect(await reports.latest([oven], end + 60_000)).toEqual(new Map([[oven, end + 30_000]]))
})
