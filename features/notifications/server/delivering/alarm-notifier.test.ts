import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBus } from '#kit/server/bus.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { AlarmNotifier, type NotifierServices } from './alarm-notifier.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A database that has no row, so that every look fails. */
const emptyDatabase = () =>
  new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })

test('NT19 after looks that fail the next ones wait longer, however many alarms come', async () => {
  const bus = createBus(() => undefined)
  const failedAt: number[] = []
  const begin = performance.now()
  const services: Pick<NotifierServices, 'sql' | 'bus' | 'clock' | 'log'> & object = {
    ...{ sql: emptyDatabase(), bus, clock: Date.now },
    log: { warn: () => void failedAt.push(Math.round((performance.now() - begin) / 1_000)) },
  }
  const notifier = new AlarmNotifier({
    ...(services as NotifierServices),
    notices: { lastEvent: async () => 0 } as unknown as NotifierServices['notices'],
  })
  await notifier.open()
  for (let second = 0; second < 100; second += 1) {
    bus.emit('alarmsChanged', { deviceIds: new Set() })
    await vi.advanceTimersByTimeAsync(1_000)
  }
  await notifier.close()
  expect(failedAt).toEqual([0, 1, 3, 7, 15, 31, 61, 91])
})
