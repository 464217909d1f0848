import type { Kysely } from 'kysely'
import type { Bus } from '#kit/server/bus.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { hashToken } from '#kit/server/token.ts'
import { readCaller, sessionIsAlive } from './session-store.ts'

/** What was read about a session is believed this long; what ends it sooner is told. */
const believedMs = 3_000
const mostRemembered = 10_000

interface Remembered<Value> {
  readonly value: Value
  readonly readAt: number
}

export interface Authenticator {
  /** The caller behind a session token, or null. */
  callerOf(token: string): Promise<Caller | null>
  /** Whether a session that was once authenticated may still be used. */
  sessionValid(sessionId: string): Promise<boolean>
  /** Forgets what is remembered about a user whose rights changed. */
  forgetUser(userId: number): void
  /** Forgets everything: something may have changed unheard. */
  forgetAll(): void
  close(): void
}

/** Reads sessions from the store and remembers them for moments; the bus event `sessionsEnded` takes effect at once. */
export function createAuthenticator({ sql, bus, clock }: { sql: Kysely<DB>; bus: Bus; clock: Clock }): Authenticator {
  const callers = new Map<string, Remembered<Caller>>()
  const validity = new Map<string, Remembered<boolean>>()
  /** Grows with every end of a session: an answer that was under way meanwhile is not remembered. */
  let generation = 0

  async function remembered<Value>(
    memory: Map<string, Remembered<Value>>,
    key: string,
    read: (now: number) => Promise<Value | null>,
  ): Promise<Value | null> {
    const now = clock()
    const known = memory.get(key)
    if (known && now - known.readAt < believedMs && now >= known.readAt) return known.value
    const generationBefore = generation
    const value = await read(now)
    if (value === null) memory.delete(key)
    else if (generation === generationBefore) {
      if (memory.size >= mostRemembered) memory.clear()
      memory.set(key, { value, readAt: now })
    }
    return value
  }

  function forget(concerns: (caller: Caller) => boolean): void {
    generation += 1
    validity.clear()
    for (const [key, { value }] of callers) if (concerns(value)) callers.delete(key)
  }

  const close = bus.on('sessionsEnded', ({ sessionIds }) => forget((caller) => sessionIds.includes(caller.sessionId)))
  return {
    callerOf(token) {
      const hash = hashToken(token)
      return remembered(callers, hash.toString('base64'), (now) => readCaller(sql, hash, now))
    },
    sessionValid: async (sessionId) =>
      (await remembered(validity, sessionId, (now) => sessionIsAlive(sql, sessionId, now))) ?? false,
    forgetUser: (userId) => forget((caller) => caller.userId === userId),
    forgetAll: () => forget(() => true),
    close,
  }
}
