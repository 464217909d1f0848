import type { Logger } from 'pino'
import { accounts } from '#features/accounts/server/users/accounts.ts'
import { demoBindings, plant } from '#features/demo-plant/contract/plant.ts'
import {
  readDemoState,
  writeDemoState,
  type DemoState,
} from '#features/demo-plant/server/demo-state-store.ts'
import { startDemoPlant } from '#features/demo-plant/server/index.ts'
import { provisionDevices } from '#features/devices/server/index.ts'
import { ensureShifts } from '#features/shifts/server/index.ts'
import {
  demoAccounts,
  ensureDemoAccounts,
  ensureProducts,
} from '#features/accounts/server/index.ts'
import { zoneOffset } from '#kit/model/time/zone.ts'
import type { Audit } from '#kit/server/audit.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { Lifecycle } from '#kit/server/process/lifecycle.ts'
import type { Sql } from '#kit/server/postgres/sql.ts'
import type { ReadingWriter } from '#kit/server/readings/reading-writer.ts'

const dayMs = 86_400_000
const seed = 20_261_120

/** Products whose articles the demo shows. */
const demoProducts = [
  { key: 'gateway', name: 'Edge gateway' },
  { key: 'sensorhub', name: 'Sensor hub' },
] as const

/** When the machines of the demo plant change their load. */
const demoShifts = [
  { name: 'Early', start: '06:00' },
  { name: 'Late', start: '14:00' },
  { name: 'Night', start: '22:00' },
] as const

interface Dependencies {
  readonly sql: Sql
  readonly clock: Clock
  readonly lifecycle: Lifecycle
  readonly log: Logger
  /** Of history that the first start fills in. */
  readonly days: number
  /** Zone in which the plant's shifts change. */
  readonly timezone: string
  /** For the simulator's compiled code; makes later starts smaller and faster. */
  readonly cacheDirectory: string
  readonly writer: ReadingWriter
}

/**
 * Accounts, devices and sensors of the demo plant in the database, and shifts at the first start:
 * later the site has those that people left. Returns the tokens of its devices.
 */
export async function provisionDemo(audited: {
  readonly sql: Sql
  readonly audit: Audit
}): Promise<ReadonlyMap<string, string>> {
  await ensureDemoAccounts(audited)
  await ensureProducts(audited, demoProducts)
  if ((await readDemoState(audited.sql)) === null) await ensureShifts(audited, demoShifts)
  const emails = new Map(demoAccounts.map(({ role, email }) => [role, email]))
  const bindings = Object.entries(demoBindings).flatMap(([role, bound]) =>
    bound.map(({ lesiId, relation }) => ({
      lesiId,
      relation,
      email: emails.get(role as keyof typeof demoBindings) ?? '',
    })),
  )
  return provisionDevices({ ...audited, accounts }, { devices: plant, bindings })
}

/**
 * Starts the simulator as a process of its own that speaks to the broker like any device; the first
 * start fills in `days` of history.
 */
export async function runDemoPlant(
  mqttUrl: string,
  tokens: ReadonlyMap<string, string>,
  { sql, clock, lifecycle, log, days, timezone, cacheDirectory, writer }: Dependencies,
): Promise<void> {
  const state = (await readDemoState(sql)) ?? (await firstState(sql, clock(), days))
  const begun = performance.now()
  const storeState = (next: DemoState) => {
    writeDemoState(sql, next).catch((error: unknown) =>
      log.warn({ err: error }, 'demo state could not be stored'),
    )
  }
  const demo = startDemoPlant({
    mqttUrl,
    seed: state.seed,
    devices: [...tokens].map(([lesiId, token]) => ({ lesiId, token })),
    backfill: state.backfilled ? null : state.backfill,
    cacheDirectory,
    zoneOffsetMs: zoneOffset(clock(), timezone),
    logger: log,
    store: { pendingBytes: () => writer.status.journalBytes, flush: () => writer.flush() },
    onProgress({ remainingTo }) {
      storeState({ ...state, backfill: { ...state.backfill, to: remainingTo } })
    },
    onBackfilled(readings) {
      log.info(
        { readings, seconds: Math.round((performance.now() - begun) / 1000) },
        'demo history filled in',
      )
      storeState({ ...state, backfilled: true })
    },
  })
  lifecycle.onStop('demo plant', () => demo.stop())
}

async function firstState(sql: Sql, now: number, days: number): Promise<DemoState> {
  const backfill = { from: now - days * dayMs, to: now }
  const state: DemoState = { seed, backfill, backfilled: false }
  await writeDemoState(sql, state)
  return state
}
