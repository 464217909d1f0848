import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { createBus, type Bus, type EventMap } from '#kit/server/bus.ts'
import {
  createPostgresListener,
  type PostgresListener,
} from '#kit/server/notifications/postgres-listener.ts'
import { openSql, type Sql } from '#kit/server/postgres/sql.ts'
import { hashToken } from '#kit/server/token.ts'
import { promptTimeoutMs } from '#testing/eventually.ts'
import { noAudit, noAuditMany } from '#testing/no-audit.ts'
import { insertDeviceAlone } from '#testing/postgres/devices-store.ts'
import { testDatabase, type TestDatabase } from '#testing/postgres/postgres.ts'
import { pino } from 'pino'
import {
  createCatalogue,
  type FollowingCatalogue,
} from '../../features/sensors/server/catalogue.ts'

// One database a file, and a catalogue again for each test.
export let database: TestDatabase
/** A second connection: another process. */
export let other: Sql
export let catalogue: FollowingCatalogue
/** What the reads of all catalogues failed with. */
export const failures: unknown[] = []
let listener: PostgresListener
let bus: Bus
let deviceCount = 0

export const open = (busOf: Bus) =>
  createCatalogue({
    sql: database.sql,
    audit: noAudit,
    auditMany: noAuditMany,
    bus: busOf,
    listener,
    clock: () => Date.now(),
    timezone: 'Asia/Taipei',
    report: (error) => void failures.push(error),
  })

export const silentBus = () =>
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

export async function addDevice(token = 'a token'): Promise<{ id: number; lesiId: string }> {
  const number = ++deviceCount
  const lesiId = `DEV-${number}`
  const device = { lesi_id: lesiId, name: `Device ${number}`, token_hash: hashToken(token) }
  return { id: await insertDeviceAlone(other, device), lesiId }
}

/** The next event of this name that `matches`; must come at once. */
export function next<Name extends keyof EventMap>(
  name: Name,
  matches: (event: EventMap[Name]) => boolean,
): Promise<EventMap[Name]> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(
      () => reject(new Error(`no ${name} within ${promptTimeoutMs} ms`)),
      promptTimeoutMs,
    )
    const stop = bus.on(name, (event) => {
      if (!matches(event)) return
      stop()
      clearTimeout(late)
      resolve(event)
    })
  })
}

export const changeOf = (deviceId: number) =>
  next('catalogueChanged', ({ changes }) => changes.some((change) => change.deviceId === deviceId))

/** Adds a device and waits until the catalogue has it. */
export async function knownDevice(token?: string): Promise<{ id: number; lesiId: string }> {
  const added = await addDevice(token)
  await expect.poll(() => catalogue.device(added.lesiId)).toBeDefined()
  return added
}
