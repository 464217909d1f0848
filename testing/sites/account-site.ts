import { afterAll, beforeAll } from 'vitest'
import type { Bus } from '#kit/server/bus.ts'
import type { Sql } from '#kit/server/postgres/sql.ts'
import type { Keyring } from '#kit/server/secrets/keyring.ts'
import { cheapPasswordHash } from '#testing/cheap-password-hash.ts'
import type { HttpClient } from '#testing/peers/http-client.ts'
import type { NewAccount } from '#testing/postgres/accounts-store.ts'
import { startTestApplication, type TestApplication } from './application.ts'

/** Of everybody that an `AccountSite` adds. */
export const password = 'a quiet harbour'

/** An account, and a browser in which it is signed in. */
export interface Person {
  readonly id: number
  readonly email: string
  readonly client: HttpClient
}

/** The server's whole HTTP side for all tests of a file, its clock, and people. */
export class AccountSite {
  /** Of the server, ms UTC. */
  now = Date.UTC(2026, 10, 20, 8)
  #application: TestApplication | null = null
  #passwordHash = ''
  #people = 0
  readonly #environment: Readonly<Record<string, string>>

  constructor(environment: Readonly<Record<string, string>>) {
    this.#environment = environment
  }

  async open(): Promise<void> {
    this.#passwordHash = cheapPasswordHash(password)
    this.#application = await startTestApplication(() => this.now, this.#environment)
  }

  async close(): Promise<void> {
    await this.#application?.close()
  }

  get application(): TestApplication {
    if (!this.#application) throw new Error('the application is started before the tests')
    return this.#application
  }

  get sql(): Sql {
    return this.application.sql
  }

  get bus(): Bus {
    return this.application.bus
  }

  get keyring(): Keyring {
    return this.application.keyring
  }

  /** An address that nobody has yet. */
  newEmail(name = 'person'): string {
    this.#people += 1
    return `${name}${this.#people}@example.org`
  }

  /** Adds an account that signs in with `password`; its id. */
  addAccount(account: Partial<NewAccount> = {}): Promise<number> {
    return this.application.addAccount({
      email: account.email ?? this.newEmail(),
      roles: ['basic'],
      passwordHash: this.#passwordHash,
      ...account,
    })
  }

  /** Adds an account and signs it in. */
  async addPerson(account: Partial<NewAccount> = {}): Promise<Person> {
    const email = account.email ?? this.newEmail()
    const id = await this.addAccount({ ...account, email })
    return { id, email, client: await this.clientOf(id) }
  }

  /** A browser in which this account is signed in, from `address`. */
  clientOf(userId: number, address?: string): Promise<HttpClient> {
    return this.application.clientOf(userId, address)
  }

  /** A browser in which nobody is signed in. */
  anonymousClient(address?: string): Promise<HttpClient> {
    return this.application.anonymousClient(address)
  }
}

/** `environment`: what an operator has chosen. */
export function accountSite(environment: Readonly<Record<string, string>> = {}): AccountSite {
  const site = new AccountSite(environment)
  beforeAll(() => site.open())
  afterAll(() => site.close())
  return site
}
