import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import type { Connectors } from '#features/connectors/server/index.ts'
import { Budget } from '#kit/server/budget/budget.ts'
import { createBus, type Bus } from '#kit/server/bus.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import { createPostgresListener } from '#kit/server/notifications/postgres-listener.ts'
import type { Sql } from '#kit/server/postgres/sql.ts'
import { createKeyring, type Keyring } from '#kit/server/secrets/keyring.ts'
import { hashToken } from '#kit/server/token.ts'
import { TargetGuard } from '#kit/server/webhooks/target-guard.ts'
import { createApplication } from '../../apps/server/app.ts'
import { describeMachine } from '../../apps/server/config/config-machine.ts'
import { readConfig } from '../../apps/server/config/config.ts'
import { startConnectors } from '../../apps/server/connectors.ts'
import { openExpiryClock } from '../../apps/server/expiry.ts'
import { startDataServices, type DataServices } from '../../apps/server/data-services.ts'
import {
  insertAccount,
  insertSessionOf,
  type NewAccount,
} from '#testing/postgres/accounts-store.ts'
import { HttpClient } from '#testing/peers/http-client.ts'
import { testDatabase } from '#testing/postgres/postgres.ts'
import { testTelemetry } from '#testing/telemetry.ts'

/** The server's whole HTTP side on engines of its own, with nobody and nothing in it. */
export interface TestApplication {
  readonly app: FastifyInstance
  readonly sql: Sql
  readonly telemetry: Telemetry
  readonly data: DataServices
  /** Of the database, for connections of one's own. */
  readonly databaseUrl: string
  /** Of the data. */
  readonly directory: string
  readonly bus: Bus
  readonly keyring: Keyring
  readonly connectors: Connectors
  /**
   * Adds an account; its id. The password is hashed only when one is given: nobody can sign in to
   * the others.
   */
  addAccount(account: NewAccount): Promise<number>
  /** A browser in which this account is signed in, from `address`. */
  clientOf(userId: number, address?: string): Promise<HttpClient>
  /** A browser in which nobody is signed in. */
  anonymousClient(address?: string): Promise<HttpClient>
  close(): Promise<void>
}

/**
 * Starts the real composition; `clock` is its time, `environment` what an operator chose, and
 * `pushNetworks` where push services may lie inside of the own network. One at a time in a process:
 * the telemetry engine allows no more.
 */
export async function startTestApplication(
  clock: () => number = Date.now,
  environment: Readonly<Record<string, string>> = {},
  pushNetworks: readonly string[] = [],
): Promise<TestApplication> {
  const [database, engine] = await Promise.all([testDatabase(), testTelemetry()])
  const { sql } = database
  const log = pino({ level: 'silent' })
  const stops: (() => unknown)[] = [() => database.drop(), () => engine.close()]
  const lifecycle = {
    onStop: (_name: string, stop: () => unknown) => void stops.push(stop),
    stopping: new AbortController().signal,
    stop: async () => undefined,
  }
  const listener = await createPostgresListener(database.url, () => undefined)
  lifecycle.onStop('listener', () => listener.close())
  const bus = createBus((error) => log.error({ err: error }, 'bus'))
  const installation = { id: randomUUID(), directoryId: randomUUID() }
  const engines = { sql, listener, telemetry: engine.telemetry, installation }
  const expiryClock = await openExpiryClock({ engines, clock, lifecycle, log })
  const data = await startDataServices({
    ...{ engines, bus, clock, expiryClock, lifecycle, log },
    journalDirectory: join(engine.directory, 'journal'),
    budget: new Budget(256 * 2 ** 20),
    timezone: 'UTC',
  })
  const config = readConfig(
    { DEMO: 'off', SITE_TIMEZONE: 'UTC', ...environment },
    describeMachine(join(import.meta.dirname, '..', '..')),
  )
  const keyring = createKeyring([Buffer.alloc(32, 7)])
  const connectors = await startConnectors({
    ...{ engines, data, keyring, clock, lifecycle, log },
    directory: { path: engine.directory },
  })
  const parts = {
    keyring,
    connectors,
    config,
    version: '1.0.0',
    engines,
    data,
    broker: null,
    mqttConnections: () => 0,
    readiness: [],
    pushGuard: new TargetGuard(pushNetworks),
    bus,
    clock,
    log,
    directory: {
      exports: join(engine.directory, 'exports'),
      imports: join(engine.directory, 'imports'),
    },
  }
  const app = await createApplication(parts)
  lifecycle.onStop('application', () => app.close())
  return {
    app,
    sql,
    telemetry: engine.telemetry,
    data,
    databaseUrl: database.url,
    directory: engine.directory,
    bus,
    keyring,
    connectors,
    addAccount: (account) => insertAccount(sql, account),
    async clientOf(userId, address) {
      const client = new HttpClient(app, address)
      const token = randomBytes(32).toString('base64url')
      await insertSessionOf(sql, userId, hashToken(token), clock())
      client.cookies.set('warroom_session', token)
      await client.get('/api/sanctum/csrf-cookie')
      return client
    },
    async anonymousClient(address) {
      const client = new HttpClient(app, address)
      await client.get('/api/sanctum/csrf-cookie')
      return client
    },
    async close() {
      for (const stop of stops.toReversed()) await stop()
    },
  }
}
