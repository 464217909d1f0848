import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createAccounts, type AccountServices } from '#features/accounts/server/index.ts'
import { addUser } from '#features/accounts/server/users/add-user.ts'
import type { AuditRecord } from '#kit/server/audit.ts'
import { createBus, type Bus } from '#kit/server/bus.ts'
import { createHttpApplication } from '#kit/server/http/application.ts'
import {
  createPostgresListener,
  type PostgresListener,
} from '#kit/server/notifications/postgres-listener.ts'
import { createKeyring } from '#kit/server/secrets/keyring.ts'
import { cheapPasswordHash } from '#testing/cheap-password-hash.ts'
import { testDatabase, type TestDatabase } from '#testing/postgres/postgres.ts'

export const day = 24 * 3_600_000
export const password = 'correct horse'

/** Sign-in and sessions by themselves, on a database for all tests of a file. */
class SessionSite {
  /** Of the server, ms UTC; a month later in each test. */
  now = Date.UTC(2026, 10, 20, 8)
  readonly bus: Bus = createBus((error) => {
    throw error
  })
  /** What was written into the audit. */
  readonly audited: AuditRecord[] = []
  readonly #applications: { close(): Promise<void> }[] = []
  #database: TestDatabase | null = null
  #listener: PostgresListener | null = null
  #people = 0

  get database(): TestDatabase {
    if (!this.#database) throw new Error('the database is opened before the tests')
    return this.#database
  }

  async open(): Promise<void> {
    this.#database = await testDatabase()
    this.#listener = await createPostgresListener(this.#database.url, () => undefined)
  }

  async close(): Promise<void> {
    for (const application of this.#applications) await application.close()
    await this.#listener?.close()
    await this.#database?.drop()
  }

  async start(
    config: Partial<AccountServices['config']> = {},
    verifyCaptcha: AccountServices['verifyCaptcha'] = null,
    trustedProxies: readonly string[] = [],
  ) {
    if (!this.#listener) throw new Error('the database is opened before the tests')
    const session = createAccounts({
      sql: this.database.sql,
      bus: this.bus,
      listener: this.#listener,
      keyring: createKeyring([Buffer.alloc(32, 7)]),
      audit: async (_transaction, _origin, record) => void this.audited.push(record),
      clock: () => this.now,
      takeOver: async () => () => undefined,
      onRoleRenamed: [],
      personalData: { read: async () => [], erase: async () => undefined },
      accessTokens: { callerOf: async () => null },
      verifyCaptcha,
      config: { hideUnknown: false, secureCookies: false, demo: false, ...config },
      site: {
        ...{ name: 'Plant', timezone: 'UTC', version: '1.0.0', legacyUrl: null, guideUrl: null },
        ...{ captcha: null, analyticsScript: null },
      },
    })
    const app = createHttpApplication(pino({ level: 'silent' }), undefined, trustedProxies)
    await app.register(session.plugin)
    app.post('/api/probe/write', { config: { gate: 'signed-in' } }, async () => ({ written: true }))
    app.post('/api/probe/device', { config: { gate: 'device' } }, async () => ({ written: true }))
    await app.ready()
    this.#applications.push(app)
    return { app, session }
  }

  /** A person who signs in with `password`. */
  async addUser(role = 'user'): Promise<{ id: number; email: string }> {
    this.#people += 1
    const email = `Person${this.#people}@example.org`
    const user = { email, name: `Person ${this.#people}`, roles: [role] }
    const id = await addUser(this.database.sql, user, cheapPasswordHash(password))
    if (id === null) throw new Error('taken')
    return { id, email }
  }

  /** Resolves when this session ends, with the ids of all that end with it. */
  endOf(sessionId: string | undefined): Promise<readonly string[]> {
    return new Promise((resolve) => {
      const stop = this.bus.on('sessionsEnded', ({ sessionIds }) => {
        // Those of an earlier test may end now: they are removed when somebody signs in.
        if (!sessionIds.some((id) => id === sessionId)) return
        stop()
        resolve(sessionIds)
      })
    })
  }
}

export function sessionSite(): SessionSite {
  const site = new SessionSite()
  beforeAll(() => site.open())
  afterAll(() => site.close())
  beforeEach(() => {
    site.now += 30 * day
  })
  return site
}
