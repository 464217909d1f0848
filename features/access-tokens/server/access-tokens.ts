import type { Kysely } from 'kysely'
import { AppError } from '#kit/model/calls/errors.ts'
import type { AccessTokens } from '#kit/server/access-tokens.ts'
import type { Accounts } from '#kit/server/accounts.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { hashToken } from '#kit/server/token.ts'
import { findToken, writeLastUsed } from './tokens-store.ts'

/** When a token was used last is stored at most this often. */
const lastUsedStepMs = 60_000
/** Calls that one token may make in a minute. */
export const callsPerMinute = 600
const windowMs = 60_000
const maximumWindows = 10_000

interface TokenServices {
  readonly sql: Kysely<DB>
  readonly accounts: Pick<Accounts, 'rights'>
  readonly clock: Clock
}

/** Who calls with an access token. Everything is read again: what was revoked ends at once. */
export class PersonalAccessTokens implements AccessTokens {
  readonly #services: TokenServices
  readonly #windows = new Map<string, { readonly startedAt: number; count: number }>()

  constructor(services: TokenServices) {
    this.#services = services
  }

  async callerOf(token: string): Promise<Caller | null> {
    const { sql, accounts, clock } = this.#services
    const now = new Date(clock())
    const found = await findToken(sql, hashToken(token), now)
    if (!found) return null
    this.#count(found.id, now.getTime())
    const rights = await accounts.rights(sql, found.userId, found.roles)
    if (!rights) return null
    const age = now.getTime() - (found.lastUsedAt?.getTime() ?? -Infinity)
    if (age >= lastUsedStepMs) await writeLastUsed(sql, found.id, now)
    return {
      ...rights,
      userId: found.userId,
      sessionId: `access token ${found.id}`,
      ...(found.deviceIds && { devices: new Set(found.deviceIds) }),
    }
  }

  #count(id: string, now: number): void {
    const current = this.#windows.get(id)
    const isRunning = current && now >= current.startedAt && now - current.startedAt < windowMs
    const window = isRunning ? current : { startedAt: now, count: 0 }
    window.count += 1
    if (this.#windows.size >= maximumWindows) this.#windows.clear()
    this.#windows.set(id, window)
    if (window.count <= callsPerMinute) return
    const wait = Math.ceil((window.startedAt + windowMs - now) / 1000)
    throw new AppError('too_many_requests', `Too many calls at once, try again in ${wait} s`, {
      retryAfterSeconds: wait,
    })
  }
}
