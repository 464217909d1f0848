import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBus } from '#kit/server/bus.ts'
import { insertDeviceAlone } from '#testing/postgres/devices-store.ts'
import { testDatabase, type TestDatabase } from '#testing/postgres/postgres.ts'
import { end } from '../testing/recordings.ts'
import { insertReports, removeReports } from './offline-reports-store.ts'
import { removeExpiredReports } from './offline-reports-expiry.ts'
import { StoredOfflineReports } from './offline-reports.ts'

const dayMs = 86_400_000
const all = { from: 0, until: end }
let database: TestDatabase
let pump: number
let oven: number
beforeAll(async () => {
  database = await testDatabase()
  const add = (lesiId: string) =>
    insertDeviceAlone(database.sql, {
      ...{ lesi_id: lesiId, name: lesiId, token_hash: Buffer.from(lesiId) },
    })
  pump = await add('PUMP-1')
  oven = await add('OVEN-1')
})
afterAll(() => database.drop())

/** What a server stores, which runs for as long as the test says. */
function openReports() {
  const bus = createBus((error) => {
    throw error
  })
  let running = 0
  const log = pino({ level: 'silent' })
  const reports = new StoredOfflineReports({
    ...{ sql: database.sql, bus, log, running: () => running },
  })
  return {
    reports,
    status: (deviceId: number, since: number, part: object = {}) =>
      bus.emit('deviceStatus', {
        ...{ deviceId, status: 'offline' as const, since, isReported: true },
        ...part,
      }),
    run: (ms: number) => (running += ms),
  }
}
const timesOf = async (deviceId: number) => {
  const rows = database.sql.selectFrom('device_offline_reports').select('reported_at as at')
  const stored = await rows.where('device_id', '=', deviceId).orderBy('reported_at').execute()
  return stored.map(({ at }) => at.getTime())
}
const removeAll = () => removeReports(database.sql, new Date(end + dayMs), 100_000)

it('PA3 what devices say of being offline is stored, and silence is not', async () => {
  const { reports, status } = openReports()
  status(pump, end - 5_000)
  await expect.poll(() => timesOf(pump)).toEqual([end - 5_000])
  status(pump, end - 4_500, { status: 'online' })
  status(pump, end - 3_000, { isReported: false })
  status(oven, end - 2_000)
  // A device that was removed meanwhile.
  status(2_000_000, end - 2_000)
  status(pump, end)
  const both = [pump, oven]
  const stored = [
    { deviceId: pump, at: end - 5_000 },
    { deviceId: oven, at: end - 2_000 },
    { deviceId: pump, at: end },
  ]
  expect(await reports.between(both, all)).toEqual(stored)
  await reports.store()
  expect(await reports.between(both, all)).toEqual(stored)
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
  expect(await reports.latest([oven], end + 60_000)).toEqual(new Map([[oven, end + 30_000]]))
  await reports.close()
  status(oven, end + 60_000)
  expect(await timesOf(oven)).toEqual([end - 2_000, end + 30_000])
})

it('PA22 of a device that comes and goes all day few are stored, and always the last', async () => {
  await removeAll()
  const { reports, status, run } = openReports()
  const begin = end - dayMs
  for (let at = begin; at < end; at += 60_000) {
    status(pump, at)
    if (at % 3_600_000 === 0) status(oven, at)
    run(60_000)
    await reports.store()
  }
  const stored = await timesOf(pump)
  expect(stored.length).toBeGreaterThan(100)
  expect(stored.length).toBeLessThanOrEqual(60 + 96 + 1)
  // The first hour is exact, and a neighbour that says so each hour is too.
  expect(stored.slice(0, 60)).toEqual(Array.from({ length: 60 }, (_, i) => begin + i * 60_000))
  expect(await timesOf(oven)).toHaveLength(24)
  // What it reported last counts at once, and outlives the server.
  expect((await reports.latest([pump], end)).get(pump)).toBe(end - 60_000)
  expect((await reports.between([pump], all)).at(-1)?.at).toBe(end - 60_000)
  await reports.close()
  expect((await timesOf(pump)).at(-1)).toBe(end - 60_000)
})

it('PA22 what cannot be stored waits, the latest of each device, and is stored later', async () => {
  await removeAll()
  const { reports, status } = openReports()
  await database.sql.schema
    .alterTable('device_offline_reports')
    .renameTo('device_offline_reports_away')
    .execute()
  for (let at = end - 3_000; at <= end; at += 1_000) {
    status(pump, at)
    await reports.store()
  }
  await database.sql.schema
    .alterTable('device_offline_reports_away')
    .renameTo('device_offline_reports')
    .execute()
  await reports.store()
  expect(await timesOf(pump)).toEqual([end])
  await reports.close()
})

it('PA22 a device that comes and goes hides no other on a page of the past', async () => {
  await removeAll()
  const flapping = Array.from({ length: 2_500 }, (_, i) => ({ deviceId: pump, at: end - i }))
  await insertReports(database.sql, [{ deviceId: oven, at: end - dayMs }, ...flapping])
  const { reports } = openReports()
  const found = await reports.between([pump, oven], all)
  expect(found[0]).toEqual({ deviceId: oven, at: end - dayMs })
  expect(found.slice(1).map(({ at }) => at)).toEqual(
    Array.from({ length: 499 }, (_, i) => end - 498 + i),
  )
  await reports.close()
})

it('PA22 reports of more than two years ago are removed in batches', async () => {
  await removeAll()
  const kept = end - 730 * dayMs
  const old = Array.from({ length: 5_100 }, (_, i) => ({ deviceId: pump, at: kept - 1 - i }))
  await insertReports(database.sql, [...old, { deviceId: oven, at: kept - 1 }])
  await insertReports(database.sql, [{ deviceId: pump, at: kept }])
  expect(await removeReports(database.sql, new Date(kept), 50)).toBe(50)
  await removeExpiredReports({ sql: database.sql, clock: () => end })
  expect(await timesOf(pump)).toEqual([kept])
  expect(await timesOf(oven)).toEqual([])
})
